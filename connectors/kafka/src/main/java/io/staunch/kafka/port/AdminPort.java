package io.staunch.kafka.port;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;

/** Questions to the cluster, and the few changes that are not records. Safe for use by any thread; calls block. */
public interface AdminPort extends AutoCloseable {
    /** Where a partition's offset is asked for. */
    enum Edge {
        /** The offset of the first record that is still there. */
        BEGINNING,
        /** Behind the last record that can be read {@code read_committed}: the last stable offset. */
        STABLE_END,
        /** Behind the last record of all, those of open transactions included: the high watermark. */
        END
    }

    /** The cluster's identity. Needs no right. */
    String clusterId();

    /** Numbers of the brokers that are up. Needs no right. */
    List<Integer> brokers();

    /**
     * Topics by name; those that don't exist are left out. Needs DESCRIBE on each topic.
     *
     * @throws org.apache.kafka.common.errors.TopicAuthorizationException for the first one that may not be seen
     */
    Map<String, Topic> topics(Collection<String> names);

    /**
     * Makes a topic. Brokers may see it a while later: see {@link #awaitTopic}.
     *
     * @throws org.apache.kafka.common.errors.TopicExistsException if there is one of that name
     */
    void createTopic(String name, int partitions, int replicationFactor, Map<String, String> config);

    /** Returns when a topic that was made is seen, or after about ten seconds. */
    void awaitTopic(String name);

    /** Waits between two looks at something that changes. Returns at once in a world in which time does not pass while somebody waits. */
    void pause(Duration time);

    /** All settings of a topic, defaults included, by name. Needs DESCRIBE_CONFIGS on the topic. */
    Map<String, String> topicConfig(String name);

    /** All settings of a broker, defaults included, by name. Needs DESCRIBE_CONFIGS on the cluster. */
    Map<String, String> brokerConfig(int broker);

    /** Which version of transactions the cluster has (its feature {@code transaction.version}); empty if it knows none. Needs no right. */
    OptionalInt transactionVersion();

    /** The offset at an edge of each partition. Needs DESCRIBE on the topics. */
    Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, Edge edge);

    /**
     * The epoch of each partition's leader; partitions whose brokers don't say it are left out. An epoch never falls, unless the cluster is set back to
     * an older state. Needs DESCRIBE on the topics.
     */
    default Map<TopicPartition, Integer> leaderEpochs(Collection<TopicPartition> partitions) {
        return Map.of();
    }

    /**
     * For each partition the offset of the first record with at least this timestamp; partitions without one are left
     * out.
     */
    Map<TopicPartition, Long> offsetsAt(Collection<TopicPartition> partitions, long timestampMs);

    /** Open transactions on a partition, the oldest first. Needs READ on the topic. */
    List<OpenTransaction> openTransactions(TopicPartition partition);

    /** The transactional id that uses a producer id, if there is one that this client may see (DESCRIBE on it). */
    Optional<TransactionalId> transactionalId(long producerId);

    /** Notes offsets for a consumer group, for monitoring. Needs READ on the group and the topics. */
    void commitGroupOffsets(String group, Map<TopicPartition, Long> offsets);

    /** Lets go of everything, waiting for at most that long for calls under way. */
    void close(Duration timeout);

    @Override
    default void close() {
        close(Duration.ZERO);
    }

    /**
     * A topic.
     *
     * @param name its name
     * @param id its identity: another one is another topic, also under the same name
     * @param partitions how many it has
     * @param replicationFactor how many replicas each of its partitions has at least
     * @param allowed what this client may do with it; empty if the broker does not say
     */
    record Topic(String name, String id, int partitions, int replicationFactor, Set<AclOperation> allowed) {
        public Topic {
            allowed = Set.copyOf(allowed);
        }

        /** Of these operations, those that the broker says this client may not do. */
        public List<AclOperation> refused(AclOperation... wanted) {
            return allowed.isEmpty()
                    ? List.of()
                    : Stream.of(wanted)
                            .filter(operation -> !allowed.contains(operation))
                            .toList();
        }
    }

    /**
     * A transaction that is open on a partition.
     *
     * @param producerId the producer's number at the broker
     * @param startOffset where on the partition it begins: read_committed readers get no further
     * @param lastTimestampMs when the producer last wrote there, in milliseconds since 1970
     */
    record OpenTransaction(long producerId, long startOffset, long lastTimestampMs) {}

    /**
     * A transactional id, as its coordinator has it.
     *
     * @param name the id
     * @param ended whether it holds all transactions of this id for ended, and all of their partitions for told
     */
    record TransactionalId(String name, boolean ended) {}
}
