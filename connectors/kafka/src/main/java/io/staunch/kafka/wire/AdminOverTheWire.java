package io.staunch.kafka.wire;

import io.staunch.kafka.port.AdminPort;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** A real admin client. */
final class AdminOverTheWire implements AdminPort {
    private static final Set<TransactionState> ENDED =
            Set.of(TransactionState.EMPTY, TransactionState.COMPLETE_COMMIT, TransactionState.COMPLETE_ABORT);

    /** With the pauses between them ten seconds. */
    private static final int LOOKS = 1_000;

    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Admin admin;

    AdminOverTheWire(Admin admin) {
        this.admin = admin;
    }

    @Override
    public String clusterId() {
        return result(admin.describeCluster().clusterId());
    }

    @Override
    public List<Integer> brokers() {
        return result(admin.describeCluster().nodes()).stream()
                .map(Node::id)
                .sorted()
                .toList();
    }

    @Override
    public Map<String, Topic> topics(Collection<String> names) {
        Map<String, Topic> topics = new TreeMap<>();
        var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        admin.describeTopics(names, options).topicNameValues().forEach((name, future) -> {
            TopicDescription found = resultIfThere(future);
            if (found != null) {
                int replicas = found.partitions().stream()
                        .mapToInt(partition -> partition.replicas().size())
                        .min()
                        .orElse(0);
                String id = found.topicId().toString();
                Set<AclOperation> allowed = found.authorizedOperations();
                topics.put(
                        name,
                        new Topic(name, id, found.partitions().size(), replicas, allowed == null ? Set.of() : allowed));
            }
        });
        return topics;
    }

    @Override
    public void createTopic(String name, int partitions, int replicationFactor, Map<String, String> config) {
        var topic = new NewTopic(name, partitions, (short) replicationFactor).configs(config);
        result(admin.createTopics(Set.of(topic)).all());
    }

    @Override
    public void awaitTopic(String name) {
        for (int look = 1; look < LOOKS && topics(List.of(name)).isEmpty(); look++) {
            pause(PAUSE);
        }
    }

    @Override
    public void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public Map<String, String> topicConfig(String name) {
        return config(new ConfigResource(ConfigResource.Type.TOPIC, name));
    }

    @Override
    public Map<String, String> brokerConfig(int broker) {
        return config(new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker)));
    }

    @Override
    public OptionalInt transactionVersion() {
        FinalizedVersionRange range = result(admin.describeFeatures().featureMetadata())
                .finalizedFeatures()
                .get("transaction.version");
        return range == null ? OptionalInt.empty() : OptionalInt.of(range.maxVersionLevel());
    }

    private Map<String, String> config(ConfigResource resource) {
        Config config = result(admin.describeConfigs(Set.of(resource)).values().get(resource));
        Map<String, String> values = new TreeMap<>();
        config.entries().stream()
                .filter(entry -> entry.value() != null)
                .forEach(entry -> values.put(entry.name(), entry.value()));
        return values;
    }

    @Override
    public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, Edge edge) {
        return switch (edge) {
            case BEGINNING -> offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
            case STABLE_END -> offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
            case END -> offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
        };
    }

    /** The broker answers with a negative offset where no record is that young. */
    @Override
    public Map<TopicPartition, Long> offsetsAt(Collection<TopicPartition> partitions, long timestampMs) {
        Map<TopicPartition, Long> found =
                offsets(partitions, OffsetSpec.forTimestamp(timestampMs), IsolationLevel.READ_UNCOMMITTED);
        found.values().removeIf(offset -> offset < 0);
        return found;
    }

    @Override
    public Map<TopicPartition, Integer> leaderEpochs(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Integer> epochs = new HashMap<>();
        list(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED)
                .forEach((partition, end) -> end.leaderEpoch().ifPresent(epoch -> epochs.put(partition, epoch)));
        return epochs;
    }

    private Map<TopicPartition, Long> offsets(
            Collection<TopicPartition> partitions, OffsetSpec spec, IsolationLevel level) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        list(partitions, spec, level).forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private Map<TopicPartition, ListOffsetsResultInfo> list(
            Collection<TopicPartition> partitions, OffsetSpec spec, IsolationLevel level) {
        Map<TopicPartition, OffsetSpec> wanted =
                partitions.stream().collect(Collectors.toMap(Function.identity(), p -> spec));
        return result(admin.listOffsets(wanted, new ListOffsetsOptions(level)).all());
    }

    @Override
    public List<OpenTransaction> openTransactions(TopicPartition partition) {
        return result(admin.describeProducers(Set.of(partition)).partitionResult(partition)).activeProducers().stream()
                .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                .map(AdminOverTheWire::openTransaction)
                .sorted(Comparator.comparingLong(OpenTransaction::startOffset))
                .toList();
    }

    private static OpenTransaction openTransaction(ProducerState producer) {
        long start = producer.currentTransactionStartOffset().getAsLong();
        return new OpenTransaction(producer.producerId(), start, producer.lastTimestamp());
    }

    @Override
    public Optional<TransactionalId> transactionalId(long producerId) {
        var options = new ListTransactionsOptions().filterProducerIds(Set.of(producerId));
        return result(admin.listTransactions(options).all()).stream()
                .map(found -> new TransactionalId(found.transactionalId(), ENDED.contains(found.state())))
                .findFirst();
    }

    @Override
    public void commitGroupOffsets(String group, Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        offsets.forEach((partition, offset) -> positions.put(partition, new OffsetAndMetadata(offset)));
        result(admin.alterConsumerGroupOffsets(group, positions).all());
    }

    @Override
    public void close(Duration timeout) {
        admin.close(timeout);
    }

    private static <T> @Nullable T resultIfThere(KafkaFuture<T> future) {
        try {
            return result(future);
        } catch (UnknownTopicOrPartitionException e) {
            return null;
        }
    }

    private static <T> T result(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException known) {
                throw known;
            }
            throw new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
