package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.LiveReport;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.kafka.testkit.broker.KafkaCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job on a cluster of three brokers that are killed one after the other: what a safe cluster keeps, and what an unsafe one loses. */
@Timeout(300)
class ThreeBrokersIT {
    private static final int BATCH = 5_000;
    private static final String JOB = "three";

    private final KafkaCluster cluster = KafkaCluster.start(3, BrokerSettings.defaults());

    @TempDir
    Path folder;

    private Admin admin;

    @BeforeEach
    void connect() {
        admin = cluster.admin();
    }

    @AfterEach
    void close() {
        admin.close();
        cluster.close();
    }

    @Test
    void eachBrokerMayBeKilledAndEachPartitionLedByAnotherWhileTheJobCommits() throws Exception {
        cluster.createTopic(CountingJob.in(JOB), 2);
        cluster.createTopic(CountingJob.out(JOB), 3);
        assertThat(failures(look())).isEmpty();
        int records = 0;
        try (var reader = new CountsReader(cluster.node(1), CountingJob.out(JOB));
                Job job = Staunch.start(CountingJob.pipeline(cluster.bootstrapServers(), JOB), settings())) {
            for (KafkaBroker node : cluster.nodes()) {
                records += fill(cluster.node(1), records);
                node.kill();
                KafkaBroker living = cluster.nodes().stream()
                        .filter(KafkaBroker::isAlive)
                        .findFirst()
                        .orElseThrow();
                records += fill(living, records);
                reader.await(records, job);
                node.restart();
                awaitPartitions(partition -> partition.isr().size() == 3);
                // Leaders move back to where they were, and what is under way has to follow them.
                records += fill(cluster.node(1), records);
                admin.electLeaders(ElectionType.PREFERRED, null).all().get();
                reader.await(records, job);
            }
            job.stop();
            job.await();
            reader.await(records);
            // The topics that the job and the cluster have made for it meanwhile are as they should be, too.
            assertThat(failures(look())).isEmpty();
        }
        CountsReader.assertExact(cluster.node(1), CountingJob.out(JOB), records);
    }

    /** The report says beforehand what can happen; then it happens; and the job does not go on as if nothing had. */
    @Test
    void aBrokerThatLeadsWithoutWhatWasAcknowledgedIsWarnedOfAndNoticed() throws Exception {
        var unsafe = new NewTopic(CountingJob.in(JOB), Map.of(0, List.of(1, 2)))
                .configs(Map.of("min.insync.replicas", "1", "unclean.leader.election.enable", "true"));
        admin.createTopics(List.of(unsafe)).all().get();
        cluster.createTopic(CountingJob.out(JOB), 1);
        awaitPartitions(
                partition -> partition.isr().size() == partition.replicas().size());
        assertThat(failures(look()))
                .anyMatch(told -> told.contains("acknowledged when one broker has it"))
                .anyMatch(told -> told.contains("may be led by a broker that lacks records"));

        // One of its partitions was reassigned by itself, to a single broker.
        cluster.createTopic("uneven", 2);
        var alone = Map.of(new TopicPartition("uneven", 1), Optional.of(new NewPartitionReassignment(List.of(1))));
        admin.alterPartitionReassignments(alone).all().get();
        awaitPartitions(
                Set.of("uneven"), partition -> partition.replicas().size() == (partition.partition() == 1 ? 1 : 3));
        assertThat(failures(look("uneven"))).anyMatch(told -> told.contains("topic 'uneven' has one copy"));

        fill(cluster.node(1), 0);
        workOff(cluster.node(1), BATCH);
        cluster.node(2).kill();
        fill(cluster.node(1), BATCH);
        workOff(cluster.node(1), 2 * BATCH);
        cluster.node(1).kill();
        cluster.node(2).restart();
        awaitPartitions(
                partition -> partition.leader() != null && partition.leader().id() != 1);

        assertThatThrownBy(() -> Staunch.start(CountingJob.pipeline(cluster.bootstrapServers(), JOB), settings()))
                .hasMessageContaining("the broker has lost " + BATCH + " offsets that were read already")
                .hasMessageContaining("unclean leader election");

        // Others go on writing, and the log ends behind the job's position again: what it would skip is noticed by the
        // leader's epoch.
        fill(cluster.node(2), 2 * BATCH);
        fill(cluster.node(2), 3 * BATCH);
        assertThatThrownBy(() -> workOff(cluster.node(2), 3 * BATCH))
                .hasMessageContaining("offset " + 2 * BATCH + " is wanted")
                .hasMessageContaining("from " + BATCH + " on they are others")
                .hasMessageContaining("unclean leader election");
    }

    /** Until so many records are committed; then the job is stopped, with its positions behind them. */
    private void workOff(KafkaBroker node, int records) throws Exception {
        try (Job job = Staunch.start(CountingJob.pipeline(cluster.bootstrapServers(), JOB), settings())) {
            Topics.awaitCommitted(node, CountingJob.out(JOB), records, job);
            job.stop();
            job.await();
        }
    }

    private int fill(KafkaBroker node, int from) {
        Topics.fill(node, CountingJob.in(JOB), from, BATCH);
        return BATCH;
    }

    private Settings settings() {
        return Settings.stateIn(folder.resolve("state")).checkpointEvery(Duration.ofMillis(50));
    }

    private LiveReport look() {
        return Staunch.look(CountingJob.pipeline(cluster.bootstrapServers(), JOB), settings(), Duration.ofHours(24));
    }

    private LiveReport look(String input) {
        Pipeline pipeline = Pipeline.named(JOB);
        pipeline.from(
                        "in",
                        KafkaSource.strings()
                                .bootstrapServers(cluster.bootstrapServers())
                                .topic(input))
                .to(
                        "out",
                        KafkaSink.strings()
                                .bootstrapServers(cluster.bootstrapServers())
                                .topic(CountingJob.out(JOB)));
        return Staunch.look(pipeline, settings(), Duration.ofHours(24));
    }

    /** Of the topics: the folder of the checkpoints is where this machine has temporary files, perhaps in memory. */
    private static List<String> failures(LiveReport report) {
        return report.ofComponents().findings().values().stream()
                .flatMap(List::stream)
                .filter(finding -> finding.sight() == Sight.FAILED)
                .map(Finding::told)
                .toList();
    }

    /** Of the topics of the job. */
    private void awaitPartitions(Predicate<TopicPartitionInfo> wanted) throws Exception {
        awaitPartitions(Set.of(CountingJob.in(JOB), CountingJob.out(JOB)), wanted);
    }

    private void awaitPartitions(Set<String> topics, Predicate<TopicPartitionInfo> wanted) throws Exception {
        while (!admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(wanted)) {
            LockSupport.parkNanos(10_000_000);
        }
    }
}
