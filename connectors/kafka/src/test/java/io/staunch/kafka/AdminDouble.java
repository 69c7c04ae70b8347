package io.staunch.kafka;

import io.staunch.kafka.port.AdminPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** Answers what a test has put into its maps; an error that is set is thrown by every question. */
final class AdminDouble implements AdminPort {
    final Map<String, Topic> topics = new TreeMap<>();
    final Map<String, Map<String, String>> configs = new TreeMap<>();
    final Map<Edge, Map<TopicPartition, Long>> edges = new HashMap<>();
    final Map<TopicPartition, Long> atTimestamp = new HashMap<>();
    final Map<TopicPartition, Integer> leaderEpochs = new HashMap<>();
    final Map<TopicPartition, Long> noted = new HashMap<>();
    final List<OpenTransaction> open = new ArrayList<>();
    final Map<Long, TransactionalId> transactionalIds = new HashMap<>();
    OptionalInt transactionVersion = OptionalInt.of(2);
    List<Integer> brokers = List.of(1);
    Map<String, String> broker = Map.of("transaction.max.timeout.ms", "900000");

    @Nullable
    RuntimeException error;

    @Nullable
    RuntimeException configError;

    /** Thrown when it is asked what is open on a partition. */
    @Nullable
    RuntimeException openError;

    /** What happens when it is asked what is open on a partition. */
    Runnable whileLooking = () -> {};

    /** What happens while somebody pauses. */
    Consumer<Duration> whilePausing = time -> {};

    int notes;
    int closed;

    /** @param allowed what the broker says may be done; nothing if it does not say */
    AdminDouble topic(String name, String id, int partitions, AclOperation... allowed) {
        topics.put(name, new Topic(name, id, partitions, 1, Set.of(allowed)));
        return this;
    }

    AdminDouble copies(String name, int copies) {
        topics.computeIfPresent(
                name, (n, topic) -> new Topic(n, topic.id(), topic.partitions(), copies, topic.allowed()));
        return this;
    }

    /** Beginning, stable end and end of a partition. */
    AdminDouble offsets(TopicPartition partition, long beginning, long stable, long end) {
        edge(Edge.BEGINNING).put(partition, beginning);
        edge(Edge.STABLE_END).put(partition, stable);
        edge(Edge.END).put(partition, end);
        return this;
    }

    private Map<TopicPartition, Long> edge(Edge edge) {
        return edges.computeIfAbsent(edge, e -> new HashMap<>());
    }

    private void fail() {
        if (error != null) {
            throw error;
        }
    }

    @Override
    public String clusterId() {
        fail();
        return "c1";
    }

    @Override
    public List<Integer> brokers() {
        fail();
        return brokers;
    }

    @Override
    public Map<String, Topic> topics(Collection<String> names) {
        fail();
        Map<String, Topic> found = new TreeMap<>(topics);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public void createTopic(String name, int partitions, int replicationFactor, Map<String, String> config) {
        fail();
        if (topics.containsKey(name)) {
            throw new TopicExistsException(name);
        }
        topic(name, "id-of-" + name, partitions);
        configs.put(name, config);
        for (int i = 0; i < partitions; i++) {
            offsets(new TopicPartition(name, i), 0, 0, 0);
        }
    }

    @Override
    public void awaitTopic(String name) {
        fail();
    }

    @Override
    public void pause(Duration time) {
        whilePausing.accept(time);
    }

    @Override
    public Map<String, String> topicConfig(String name) {
        fail();
        if (configError != null) {
            throw configError;
        }
        return configs.getOrDefault(name, Map.of());
    }

    @Override
    public Map<String, String> brokerConfig(int number) {
        fail();
        if (configError != null) {
            throw configError;
        }
        return broker;
    }

    @Override
    public OptionalInt transactionVersion() {
        fail();
        return transactionVersion;
    }

    @Override
    public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, Edge edge) {
        fail();
        Map<TopicPartition, Long> found = new HashMap<>(edge(edge));
        found.keySet().retainAll(partitions);
        return found;
    }

    @Override
    public Map<TopicPartition, Integer> leaderEpochs(Collection<TopicPartition> partitions) {
        fail();
        return leaderEpochs;
    }

    @Override
    public Map<TopicPartition, Long> offsetsAt(Collection<TopicPartition> partitions, long timestampMs) {
        fail();
        Map<TopicPartition, Long> found = new HashMap<>(atTimestamp);
        found.keySet().retainAll(partitions);
        return found;
    }

    @Override
    public List<OpenTransaction> openTransactions(TopicPartition partition) {
        fail();
        whileLooking.run();
        if (openError != null) {
            throw openError;
        }
        return open;
    }

    @Override
    public Optional<TransactionalId> transactionalId(long producerId) {
        fail();
        return Optional.ofNullable(transactionalIds.get(producerId));
    }

    @Override
    public void commitGroupOffsets(String group, Map<TopicPartition, Long> offsets) {
        fail();
        notes++;
        noted.putAll(offsets);
    }

    @Override
    public void close(Duration timeout) {
        closed++;
    }
}
