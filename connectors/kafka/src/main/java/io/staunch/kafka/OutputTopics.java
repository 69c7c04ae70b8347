package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Topic;
import io.staunch.kafka.port.ProducerPort;
import io.staunch.sink.RefusedRecordException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that are written to: each must be there, and must take the largest record that may be sent, unless what
 * it does not take is seen to, since a refusal by the broker breaks a whole transaction. Used by the thread that writes.
 */
final class OutputTopics {
    private static final Logger LOG = LoggerFactory.getLogger(OutputTopics.class);

    private final Set<String> checked = new HashSet<>();
    private final KafkaFaults faults;
    private final BiConsumer<String, AdminPort> fit;
    private final int mostBytes;
    private final boolean compressed;
    private final Map<String, TopicLimits> limits = new ConcurrentHashMap<>();
    private String last = "";
    private @Nullable TopicLimits lastLimits;

    /** @param fit throws if a topic that a record has chosen can't be written to yet; called before its first record */
    OutputTopics(KafkaFaults faults, SinkOptions options, BiConsumer<String, AdminPort> fit) {
        this.faults = faults;
        this.fit = fit;
        this.mostBytes = options.mostBytes();
        this.compressed = options.compressed();
    }

    /**
     * All mistakes of these topics, one sentence each. Blocks.
     *
     * @param forgiving whether it is no mistake that a topic takes less than may be sent, since what it does not take is seen to
     */
    List<String> problems(AdminPort admin, Collection<String> names, boolean forgiving) {
        List<String> problems = new ArrayList<>();
        Set<String> wanted = new TreeSet<>(names);
        Map<String, Topic> found;
        try {
            found = wanted.isEmpty() ? Map.of() : admin.topics(wanted);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_OUTPUT, String.join("', '", wanted), e);
        }
        for (String name : wanted) {
            Topic topic = found.get(name);
            if (topic != null) {
                List<AclOperation> refused = topic.refused(AclOperation.WRITE);
                if (!refused.isEmpty()) {
                    problems.add(faults.missing(refused, name));
                }
                look(admin, name, forgiving, problems);
            } else {
                problems.add(faults.noTopic(name));
            }
        }
        checked.addAll(wanted);
        return problems;
    }

    /** A client that may not see the settings leaves it to the broker to refuse records. */
    private void look(AdminPort admin, String name, boolean forgiving, List<String> problems) {
        Map<String, String> config;
        try {
            config = admin.topicConfig(name);
        } catch (RuntimeException e) {
            LOG.info(
                    "can't check that topic '{}' takes records of {} bytes: {}",
                    name,
                    mostBytes,
                    faults.of(Act.TOPIC_SETTINGS, name, e).getMessage());
            return;
        }
        long limit = Long.parseLong(config.getOrDefault("max.message.bytes", Long.toString(mostBytes)));
        if (limit < mostBytes && !forgiving) {
            problems.add("topic '" + name + "' takes at most " + limit + " bytes (max.message.bytes), and the producer"
                    + " may send " + mostBytes + ": lower the one with property(\"max.request.size\", \"" + limit
                    + "\"), or raise the other with kafka-configs.sh --bootstrap-server " + faults.servers()
                    + " --alter --topic " + name + " --add-config max.message.bytes=" + mostBytes);
        }
        // The broker counts what it is sent, which is less than what is known here if it is compressed.
        boolean smaller = limit < mostBytes && !compressed;
        boolean keyed = config.getOrDefault("cleanup.policy", "").contains("compact");
        if (smaller || keyed) {
            limits.put(name, new TopicLimits(smaller ? (int) limit : Integer.MAX_VALUE, keyed));
        } else {
            limits.remove(name);
        }
    }

    /** What is known of a topic that does not take everything; null if it does, or nothing is known. Any thread. */
    @Nullable
    TopicLimits limits(String topic) {
        return limits.get(topic);
    }

    /**
     * As the producer takes it. Looks at a topic that it has not seen yet, which blocks.
     *
     * @throws RefusedRecordException if the broker would refuse it, which would break a whole transaction
     */
    ProducerRecord<byte[], byte[]> record(
            EncodedRecord record, ProducerPort producer, Supplier<AdminPort> admin, boolean forgiving) {
        String topic = record.topic();
        if (!topic.equals(last)) {
            seen(topic, admin, forgiving);
        }
        if (lastLimits != null) {
            lastLimits.check(record);
        }
        Integer partition = record.partition() == null ? null : partition(record, producer);
        return new ProducerRecord<>(
                topic, partition, record.timestamp(), record.key(), record.value(), record.headers());
    }

    private void seen(String topic, Supplier<AdminPort> admin, boolean forgiving) {
        if (!checked.contains(topic)) {
            fit.accept(topic, admin.get());
            List<String> problems = problems(admin.get(), List.of(topic), forgiving);
            if (!problems.isEmpty()) {
                checked.remove(topic);
                throw new StaunchException(String.join("; ", problems), Remedy.FAIL_JOB);
            }
        }
        last = topic;
        lastLimits = limits.get(topic);
    }

    private static int partition(EncodedRecord record, ProducerPort producer) {
        int partitions = producer.partitions(record.topic());
        int chosen = record.partition().applyAsInt(partitions);
        if (chosen < 0 || chosen >= partitions) {
            throw new RefusedRecordException("the partitioner chose partition " + chosen + " of topic '"
                    + record.topic() + "', which has " + partitions);
        }
        return chosen;
    }
}
