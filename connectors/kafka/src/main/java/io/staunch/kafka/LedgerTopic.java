package io.staunch.kafka;

import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Edge;
import io.staunch.kafka.port.AdminPort.OpenTransaction;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/**
 * The job's ledger topic: one compacted partition with the newest owner and the newest entry. Read from its end backwards, so that the time
 * it takes does not grow with the job's age. Used by one thread.
 */
final class LedgerTopic {
    private static final Duration WAIT = Duration.ofMillis(100);
    private static final int TRIES = 100;

    /** A topic that was just made is seen by every broker after some milliseconds; each try asks one over the network. */
    private static final int SIGHT_TRIES = 2000;

    private static final long FIRST_WINDOW = 64;
    private static final Map<String, String> CONFIG = Map.of(
            "cleanup.policy", "compact",
            "segment.bytes", Integer.toString(1 << 20),
            "segment.ms", "600000",
            "min.cleanable.dirty.ratio", "0.1");

    private final String job;
    private final String topic;
    private final AdminPort admin;
    private final Supplier<ConsumerPort> consumers;
    private final KafkaFaults faults;

    LedgerTopic(String job, AdminPort admin, Supplier<ConsumerPort> consumers, KafkaFaults faults) {
        this.job = job;
        this.topic = name(job);
        this.admin = admin;
        this.consumers = consumers;
        this.faults = faults;
    }

    static String name(String job) {
        return "staunch-ledger-" + job;
    }

    String topic() {
        return topic;
    }

    /** Finds the topic, or makes it if there is none; checks what the ledger counts on. */
    AdminPort.Topic findOrMake() {
        AdminPort.Topic found = find();
        if (found == null) {
            make();
            for (int i = 0; found == null && i < SIGHT_TRIES; i++) {
                found = find();
            }
        }
        if (found == null) {
            throw new StaunchException(
                    "the ledger topic '" + topic + "' was made and is not to be seen yet; it is tried again",
                    Remedy.RETRY);
        }
        check(found);
        return found;
    }

    /**
     * Reads the ledger to its end.
     *
     * @param settled whether nobody may have an open transaction on it any more: the end is waited for
     */
    LedgerView read(String identity, String resource, boolean settled) {
        var partition = new TopicPartition(topic, 0);
        try (ConsumerPort consumer = consumers.get()) {
            consumer.assign(List.of(partition));
            long end = settled ? settledEnd(consumer, partition) : offset(partition, Edge.STABLE_END);
            long beginning = offset(partition, Edge.BEGINNING);
            var found = new Found(resource);
            long from = end;
            for (long window = FIRST_WINDOW; from > beginning && !found.complete(); window *= 4) {
                from = Math.max(beginning, end - window);
                readWindow(consumer, partition, from, end, found);
            }
            return new LedgerView(identity, found.owner, found.entry);
        } catch (RuntimeException e) {
            throw faults.of(Act.READ_LEDGER, topic, e);
        }
    }

    private void readWindow(ConsumerPort consumer, TopicPartition partition, long from, long end, Found found) {
        consumer.seek(partition, from);
        long at = from;
        int idle = 0;
        while (at < end) {
            List<Fetched> fetched = consumer.poll(WAIT);
            idle = fetched.isEmpty() ? idle + 1 : 0;
            if (idle > TRIES) {
                throw new StaunchException(
                        "reading the ledger topic '" + topic + "' got no further than offset " + at + " of " + end
                                + "; it is tried again",
                        Remedy.RETRY);
            }
            for (Fetched part : fetched) {
                part.records().forEach(found::take);
                at = part.next();
            }
        }
    }

    /** Where the ledger ends once no transaction is open on it any more: all that older clients began has been decided by fencing. */
    private long settledEnd(ConsumerPort consumer, TopicPartition partition) {
        for (int i = 0; i < TRIES; i++) {
            long stable = offset(partition, Edge.STABLE_END);
            if (stable >= offset(partition, Edge.END)) {
                return stable;
            }
            consumer.seek(partition, stable);
            consumer.poll(WAIT);
        }
        throw new StaunchException(
                "the ledger topic '" + topic + "' can't be read to its end: " + holder(partition)
                        + ". It is tried again; if it lasts, abort that transaction (kafka-transactions.sh abort)",
                Remedy.RETRY);
    }

    private String holder(TopicPartition partition) {
        List<OpenTransaction> open = admin.openTransactions(partition);
        if (open.isEmpty()) {
            return "a transaction's end is not written yet";
        }
        long producer = open.get(0).producerId();
        Optional<String> id = admin.transactionalId(producer);
        return "an open transaction of "
                + id.map(name -> "transactional id '" + name + "'").orElse("producer " + producer)
                + " holds it from offset " + open.get(0).startOffset();
    }

    private long offset(TopicPartition partition, Edge edge) {
        return admin.offsets(List.of(partition), edge).get(partition);
    }

    private AdminPort.@Nullable Topic find() {
        try {
            return admin.topics(List.of(topic)).get(topic);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_TOPIC, topic, e);
        }
    }

    private void make() {
        try {
            int replication = Math.min(3, Math.max(1, admin.brokers().size()));
            admin.createTopic(topic, 1, replication, CONFIG);
        } catch (TopicExistsException e) {
            return; // another copy of the job was faster: what counts is that it is there
        } catch (RuntimeException e) {
            throw faults.of(Act.CREATE_TOPIC, topic, e);
        }
    }

    private void check(AdminPort.Topic found) {
        if (found.partitions() != 1) {
            throw wrong("it has " + found.partitions() + " partitions and must have one");
        }
        Map<String, String> config;
        try {
            config = admin.topicConfig(topic);
        } catch (AuthorizationException e) {
            return; // not part of the least rights; the topic is the job's own
        } catch (RuntimeException e) {
            throw faults.of(Act.TOPIC_SETTINGS, topic, e);
        }
        String policy = config.getOrDefault("cleanup.policy", "compact");
        if (!policy.equals("compact")) {
            throw wrong("its cleanup.policy is '" + policy + "' and must be 'compact': else entries would expire");
        }
    }

    private ConfigurationException wrong(String why) {
        return new ConfigurationException(
                "the ledger topic '" + topic + "' of job '" + job + "' can't be used", List.of(why));
    }

    /** The newest owner and entry seen so far. */
    private final class Found {
        private final String resource;
        private final byte[] ownerKey;
        private final byte[] entryKey;
        private @Nullable Owner owner;
        private @Nullable LedgerEntry entry;

        Found(String resource) {
            this.resource = resource;
            this.ownerKey = LedgerFormat.ownerKey(resource);
            this.entryKey = LedgerFormat.entryKey(resource);
        }

        boolean complete() {
            return owner != null && entry != null;
        }

        void take(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
            String place = topic + " offset " + record.offset();
            if (record.key() == null || record.value() == null) {
                return;
            }
            byte[] key = copy(record.key());
            if (Arrays.equals(key, ownerKey)) {
                owner = LedgerFormat.owner(place, copy(record.value()));
            } else if (Arrays.equals(key, entryKey)) {
                entry = LedgerFormat.entry(place, resource, copy(record.value()));
            }
        }

        private byte[] copy(ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
    }
}
