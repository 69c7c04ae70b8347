package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.AdminPort;
import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/** An admin client. Its questions are calls like any other: they may be lost, and the process may die over them. */
final class SimulatedAdmin implements AdminPort {
    private static final Map<String, String> TOPIC_DEFAULTS = Map.of(
            "cleanup.policy", "delete",
            "delete.retention.ms", "86400000",
            "max.message.bytes", "1048588",
            "min.insync.replicas", "1",
            "retention.bytes", "-1",
            "retention.ms", "604800000",
            "segment.bytes", "1073741824",
            "segment.ms", "604800000",
            "unclean.leader.election.enable", "false");
    private static final Map<String, String> BROKER_DEFAULTS = Map.of(
            "default.replication.factor", "1",
            "min.insync.replicas", "1",
            "offsets.topic.replication.factor", "1",
            "transaction.max.timeout.ms", "900000",
            "transaction.state.log.min.isr", "1",
            "transaction.state.log.replication.factor", "1",
            "transactional.id.expiration.ms", "604800000",
            "unclean.leader.election.enable", "false");

    private final SimulatedLog log;
    private final Wire wire;

    SimulatedAdmin(SimulatedLog log, Wire wire) {
        this.log = log;
        this.wire = wire;
    }

    @Override
    public String clusterId() {
        return ask("kafka.describeCluster", log::clusterId);
    }

    @Override
    public List<Integer> brokers() {
        return ask("kafka.describeCluster", () -> List.of(1));
    }

    @Override
    public Map<String, Topic> topics(Collection<String> names) {
        return ask("kafka.describeTopics", () -> {
            Map<String, Topic> found = new HashMap<>();
            for (String name : names) {
                LogTopic topic = log.find(name);
                if (topic != null) {
                    found.put(
                            name, new Topic(name, topic.id(), topic.partitions().size(), 1, Set.of()));
                }
            }
            return found;
        });
    }

    @Override
    public void createTopic(String name, int partitions, int replicationFactor, Map<String, String> config) {
        ask("kafka.createTopic", () -> log.createTopic(name, partitions, config));
    }

    /** Every topic is seen at once. */
    @Override
    public void awaitTopic(String name) {}

    /** Whoever waits here holds up the world. */
    @Override
    public void pause(Duration time) {}

    @Override
    public Map<String, String> topicConfig(String name) {
        return ask("kafka.describeConfigs", () -> {
            var config = new TreeMap<>(TOPIC_DEFAULTS);
            LogTopic topic = log.find(name);
            if (topic != null) {
                config.putAll(topic.config());
            }
            return config;
        });
    }

    @Override
    public Map<String, String> brokerConfig(int broker) {
        return ask("kafka.describeConfigs", () -> new TreeMap<>(BROKER_DEFAULTS));
    }

    @Override
    public OptionalInt transactionVersion() {
        return ask("kafka.describeFeatures", () -> OptionalInt.of(2));
    }

    @Override
    public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, Edge edge) {
        return ask("kafka.listOffsets", () -> {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            partitions.forEach(p -> offsets.put(p, at(partition(p), edge)));
            return offsets;
        });
    }

    @Override
    public Map<TopicPartition, Long> offsetsAt(Collection<TopicPartition> partitions, long timestampMs) {
        return ask("kafka.listOffsets", () -> {
            Map<TopicPartition, Long> offsets = new HashMap<>();
            for (TopicPartition each : partitions) {
                long offset = partition(each).offsetAt(timestampMs);
                if (offset >= 0) {
                    offsets.put(each, offset);
                }
            }
            return offsets;
        });
    }

    @Override
    public List<OpenTransaction> openTransactions(TopicPartition partition) {
        return ask(
                "kafka.describeProducers",
                () -> partition(partition).openTransactions().stream()
                        .map(t -> new OpenTransaction(t.producerId(), t.startOffset(), t.startNanos() / 1_000_000))
                        .toList());
    }

    @Override
    public Optional<TransactionalId> transactionalId(long producerId) {
        return ask(
                "kafka.listTransactions",
                () -> log.coordinator()
                        .transactionalId(producerId)
                        .map(id -> new TransactionalId(id, log.coordinator().hasEnded(id))));
    }

    @Override
    public void commitGroupOffsets(String group, Map<TopicPartition, Long> offsets) {
        ask("kafka.commitGroupOffsets", () -> Optional.empty());
    }

    @Override
    public void close(Duration timeout) {}

    private LogPartition partition(TopicPartition partition) {
        return log.partition(partition.topic(), partition.partition());
    }

    private static long at(LogPartition partition, Edge edge) {
        return switch (edge) {
            case BEGINNING -> partition.start();
            case STABLE_END -> partition.stableEnd();
            case END -> partition.end();
        };
    }

    private <T> T ask(String operation, Supplier<T> question) {
        return KafkaErrors.translated(() -> wire.call(operation, () -> {
            log.requireBack();
            return question.get();
        }));
    }
}
