package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Topic;
import io.staunch.kafka.port.ProducerPort;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics that are written to: each must be there, and must take the largest record that may be sent, since a
 * refusal by the broker breaks a whole transaction. Used by the thread that writes.
 */
final class OutputTopics {
    private static final Logger LOG = LoggerFactory.getLogger(OutputTopics.class);

    private final Set<String> checked = new HashSet<>();
    private final KafkaFaults faults;
    private final int mostBytes;
    private String last = "";

    /** @param mostBytes size of the largest record that is sent */
    OutputTopics(KafkaFaults faults, int mostBytes) {
        this.faults = faults;
        this.mostBytes = mostBytes;
    }

    /** All mistakes of these topics, one sentence each. Blocks. */
    List<String> problems(AdminPort admin, Collection<String> names) {
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
                tooSmall(admin, name, problems);
            } else {
                problems.add(faults.noTopic(name));
            }
        }
        checked.addAll(wanted);
        return problems;
    }

    /** A client that may not see the settings goes on without this check. */
    private void tooSmall(AdminPort admin, String name, List<String> problems) {
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
        String limit = config.get("max.message.bytes");
        if (limit != null && Long.parseLong(limit) < mostBytes) {
            problems.add("topic '" + name + "' takes at most " + limit + " bytes (max.message.bytes), and the producer"
                    + " may send " + mostBytes + ": lower the one with property(\"max.request.size\", \"" + limit
                    + "\"), or raise the other with kafka-configs.sh --bootstrap-server " + faults.servers()
                    + " --alter --topic " + name + " --add-config max.message.bytes=" + mostBytes);
        }
    }

    /** As the producer takes it. Looks at a topic that it has not seen yet, which blocks. */
    ProducerRecord<byte[], byte[]> record(EncodedRecord record, ProducerPort producer, Supplier<AdminPort> admin) {
        String topic = record.topic();
        if (!topic.equals(last)) {
            seen(topic, admin);
        }
        Integer partition = record.partition() == null ? null : partition(record, producer);
        return new ProducerRecord<>(
                topic, partition, record.timestamp(), record.key(), record.value(), record.headers());
    }

    private void seen(String topic, Supplier<AdminPort> admin) {
        if (!checked.contains(topic)) {
            List<String> problems = problems(admin.get(), List.of(topic));
            if (!problems.isEmpty()) {
                checked.remove(topic);
                throw new StaunchException(String.join("; ", problems), Remedy.FAIL_JOB);
            }
        }
        last = topic;
    }

    private static int partition(EncodedRecord record, ProducerPort producer) {
        int partitions = producer.partitions(record.topic());
        int chosen = record.partition().applyAsInt(partitions);
        if (chosen < 0 || chosen >= partitions) {
            throw new StaunchException(
                    "the partitioner chose partition " + chosen + " of topic '" + record.topic() + "', which has "
                            + partitions,
                    Remedy.FAIL_JOB);
        }
        return chosen;
    }
}
