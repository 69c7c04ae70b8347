package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Staunch;
import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.kafka.testkit.broker.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator of Kafka 4.4.0 takes a partition that has no leader for a deleted one (KAFKA-20734): it ends a transaction without telling
 * that partition, on which the transaction is open for ever then. A broker that no longer does so fails these tests in {@link #endWithoutLeader}:
 * they need another way to such a transaction then, or are of no more use.
 */
@Timeout(300)
class HangingTransactionIT {
    private static final String JOB = "hanging";
    private static final TopicPartition LEDGER = new TopicPartition("staunch-ledger-" + JOB, 0);
    private static final TopicPartition LONELY = new TopicPartition("lonely", 0);
    private static final TopicPartition SAFE = new TopicPartition("safe", 0);
    private static final int LONELY_NODE = 3;
    private static final Duration HANGS = Duration.ofMinutes(2);

    private static KafkaCluster cluster;
    private static Admin admin;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        cluster = KafkaCluster.start(3, BrokerSettings.defaults());
        admin = cluster.admin();
    }

    @AfterAll
    static void stop() {
        admin.close();
        cluster.close();
    }

    /** What a job has left that died with a transaction open. */
    @Test
    void aTransactionThatHangsOnTheLedgerIsNamedAndTheJobGoesOnOnceItIsAborted() throws Exception {
        cluster.createTopic(CountingJob.in(JOB), 2);
        cluster.createTopic(CountingJob.out(JOB), 2);
        endWithoutLeader("staunch-" + JOB + "-1", false, LEDGER);

        LifePlan plan = LifePlan.of(cluster.bootstrapServers(), JOB, folder)
                .withTimeouts(Duration.ofSeconds(5), Duration.ofMinutes(1));
        assertThatThrownBy(() -> Staunch.start(CountingJob.pipeline(plan), plan.settings()))
                .hasMessageContaining("transactional id 'staunch-" + JOB + "-1'")
                .hasMessageContaining("It hangs")
                .hasMessageContaining("abort --topic " + LEDGER.topic() + " --partition 0 --start-offset 0");

        abortAsTheCommandDoes(LEDGER);
        try (Job job = Staunch.start(CountingJob.pipeline(plan), plan.settings());
                var reader = new CountsReader(cluster.node(1), CountingJob.out(JOB))) {
            Topics.fill(cluster.node(1), CountingJob.in(JOB), 100);
            reader.await(100, job);
            job.stop();
            job.await();
        }
    }

    /** Why nobody but a person should abort it: the rest of it may be committed. */
    @Test
    void aCommitCanHangOnOnePartitionAndBeSeenOnAnother() throws Exception {
        cluster.createTopic(SAFE.topic(), 1);
        endWithoutLeader("somebody", true, LONELY, SAFE);
        assertThat(stableEnd(SAFE)).isEqualTo(end(SAFE)).isEqualTo(2);

        abortAsTheCommandDoes(LONELY);
        assertThat(stableEnd(LONELY)).isEqualTo(end(LONELY)).isEqualTo(2);
        assertThat(Topics.committed(cluster.node(1), SAFE.topic())).containsExactly("value");
        assertThat(Topics.committed(cluster.node(1), LONELY.topic())).isEmpty();
    }

    /**
     * The next execution has the same numbers of producers: what it wrote on such a partition would be joined with what hangs there, and its
     * commit would show both.
     */
    @Test
    void whatHangsOnASinksTopicIsNamedAndExactOnceItIsAborted() throws Exception {
        String name = "waiting";
        List<TopicPartition> out =
                List.of(new TopicPartition(CountingJob.out(name), 0), new TopicPartition(CountingJob.out(name), 1));
        cluster.createTopic(CountingJob.in(name), 2);
        makeLonely(out.get(0).topic(), out.size());
        Topics.fill(cluster.node(1), CountingJob.in(name), 500);
        LifePlan plan = LifePlan.of(cluster.bootstrapServers(), name, folder.resolve("state"));
        dieWithAnOpenTransaction(plan, out);
        cluster.node(LONELY_NODE).kill();
        for (TopicPartition each : out) {
            awaitNoLeader(each);
        }
        admin.fenceProducers(List.of("staunch-" + name + "-0", "staunch-" + name + "-1"))
                .all()
                .get();
        cluster.node(LONELY_NODE).restart();
        for (TopicPartition each : out) {
            assertThat(stableEnd(each)).as("hangs: see this class").isZero();
        }

        for (TopicPartition each : out) {
            assertThatThrownBy(() -> Staunch.start(CountingJob.pipeline(plan), plan.settings()))
                    .hasMessageContaining("topic '" + each.topic() + "' at ")
                    .hasMessageContaining("transactional id 'staunch-" + name + "-")
                    .hasMessageContaining("It hangs")
                    .hasMessageContaining(
                            "abort --topic " + each.topic() + " --partition " + each.partition() + " --start-offset 0");
            abortAsTheCommandDoes(each);
        }
        try (Job job = Staunch.start(CountingJob.pipeline(plan), plan.settings());
                var reader = new CountsReader(cluster.node(1), CountingJob.out(name))) {
            reader.await(500, job);
            job.stop();
            job.await();
        }
        CountsReader.assertExact(cluster.node(1), CountingJob.out(name), 500);
    }

    /** Returns when its process is dead, and all of its output is in a transaction that is open. */
    private void dieWithAnOpenTransaction(LifePlan plan, List<TopicPartition> out) throws Exception {
        LifePlan slow =
                plan.withInterval(Duration.ofMinutes(5)).withTimeouts(Duration.ofSeconds(20), Duration.ofMinutes(10));
        try (JobProcess dying = JobProcess.start(slow, folder.resolve("job.log"), List.of())) {
            while (end(out.get(0)) + end(out.get(1)) < 500) {
                dying.requireAlive("writing 500 records");
            }
        }
    }

    private static void makeLonely(String topic, int partitions) throws Exception {
        Map<Integer, List<Integer>> nodes = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            nodes.put(partition, List.of(LONELY_NODE));
        }
        var made = new NewTopic(topic, nodes).configs(Map.of("cleanup.policy", "compact", "min.insync.replicas", "1"));
        admin.createTopics(List.of(made)).all().get();
    }

    /** Ends a transaction while the first of its partitions, whose topic is made for this on one node, has no leader. */
    private static void endWithoutLeader(String id, boolean commit, TopicPartition first, TopicPartition... others)
            throws Exception {
        KafkaBroker lonely = cluster.node(LONELY_NODE);
        makeLonely(first.topic(), 1);
        Map<String, Object> client = cluster.clientProperties();
        client.put("transactional.id", id);
        try (var producer = new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(first.topic(), 0, "key", "value"))
                    .get();
            for (TopicPartition each : others) {
                producer.send(new ProducerRecord<>(each.topic(), 0, "key", "value"))
                        .get();
            }
            lonely.kill();
            awaitNoLeader(first);
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
            await(id, commit ? TransactionState.COMPLETE_COMMIT : TransactionState.COMPLETE_ABORT);
        } finally {
            lonely.restart();
        }
        assertThat(stableEnd(first)).as("hangs: see this class").isZero();
        assertThat(end(first)).isEqualTo(1);
    }

    private static void awaitNoLeader(TopicPartition partition) throws Exception {
        for (KafkaBroker node : cluster.nodes()) {
            if (node.isAlive()) {
                try (Admin itsOwn = node.admin()) {
                    until(partition + " has no leader, to a node that lives", () -> !leads(itsOwn, partition));
                }
            }
        }
    }

    private static boolean leads(Admin asked, TopicPartition partition) throws Exception {
        return asked.describeTopics(List.of(partition.topic()))
                        .allTopicNames()
                        .get()
                        .get(partition.topic())
                        .partitions()
                        .get(partition.partition())
                        .leader()
                != null;
    }

    private static void await(String id, TransactionState state) throws Exception {
        until(
                "the transaction of " + id + " is " + state,
                () -> admin.describeTransactions(List.of(id))
                                .description(id)
                                .get()
                                .state()
                        == state);
    }

    private static void until(String what, Callable<Boolean> holds) throws Exception {
        long start = System.nanoTime();
        while (!holds.call()) {
            if (System.nanoTime() - start > HANGS.toNanos()) {
                throw new AssertionError("waited for " + HANGS + " and in vain until " + what);
            }
        }
    }

    private static long stableEnd(TopicPartition partition) throws Exception {
        return end(partition, IsolationLevel.READ_COMMITTED);
    }

    private static long end(TopicPartition partition) throws Exception {
        return end(partition, IsolationLevel.READ_UNCOMMITTED);
    }

    private static long end(TopicPartition partition, IsolationLevel level) throws Exception {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(level))
                .partitionResult(partition)
                .get()
                .offset();
    }

    /** With what is known of the producer at the partition, as {@code kafka-transactions.sh abort} finds it out. */
    private static void abortAsTheCommandDoes(TopicPartition partition) throws Exception {
        ProducerState open =
                admin.describeProducers(List.of(partition)).partitionResult(partition).get().activeProducers().stream()
                        .filter(each -> each.currentTransactionStartOffset().isPresent())
                        .findFirst()
                        .orElseThrow();
        admin.abortTransaction(new AbortTransactionSpec(
                        partition,
                        open.producerId(),
                        (short) open.producerEpoch(),
                        open.coordinatorEpoch().orElse(0)))
                .all()
                .get();
    }
}
