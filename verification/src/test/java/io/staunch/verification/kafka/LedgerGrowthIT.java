package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A ledger of tens of thousands of entries, with the topic settings that the job itself makes it with: what it takes to read it does not
 * depend on how many there are, and the broker's cleaner keeps it small.
 */
@Timeout(300)
class LedgerGrowthIT {
    private static final String JOB = "growing";
    private static final TopicPartition LEDGER = new TopicPartition("staunch-ledger-" + JOB, 0);

    /** What a ledger topic is made with. */
    private static final long SEGMENT = 1 << 20;

    private static final int COMMITS = 500;
    private static final int ENTRIES = 30_000;

    private static KafkaBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(BrokerSettings.defaults().withOverride("log.cleaner.backoff.ms", "200"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void readingTakesTheSameHoweverManyEntriesThereAreAndTheTopicStaysSmall() throws Exception {
        broker.createTopic(CountingJob.out(JOB), 1);
        var counted = new CountedReads();
        try (var job = new LeadProcess(broker, JOB, new ClientsWorld(counted))) {
            job.start(1);
            int committed = 0;
            for (; committed < COMMITS; committed++) {
                job.connection().begin(committed % 2);
                job.commit(committed % 2, committed + 1);
            }
            CountedReads.Reads few = read(job, counted);
            assertThat(few.seeks()).isEqualTo(1);
            assertThat(few.offsets()).isLessThanOrEqualTo(32);

            for (int time = 1; time <= 2; time++) {
                long written = enter(ENTRIES);
                assertThat(written).isGreaterThan(4 * SEGMENT);
                assertThat(read(job, counted)).isEqualTo(new CountedReads.Reads(1, 32, 32));
                awaitSmallerThan(2 * SEGMENT);
                CountedReads.Reads afterCleaning = read(job, counted);
                assertThat(afterCleaning.seeks()).isEqualTo(1);
                assertThat(afterCleaning.records()).isLessThanOrEqualTo(32);
            }
            assertThat(read(job, counted).seeks()).isEqualTo(1);
            assertThat(job.connection().peek().entry()).isEqualTo(job.entry(COMMITS));
        }
    }

    /** What it takes to find the newest entry. */
    private static CountedReads.Reads read(LeadProcess job, CountedReads counted) throws Exception {
        counted.take();
        assertThat(job.connection().peek().entry()).isEqualTo(job.entry(COMMITS));
        return counted.take();
    }

    /** Repeats the newest entry so many times, each a batch of its own as a commit's is. Returns how many bytes that made. */
    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    private static long enter(int times) throws Exception {
        ConsumerRecord<String, String> newest = newest();
        Map<String, Object> oneByOne = broker.clientProperties();
        oneByOne.put("batch.size", 0);
        long bytes = 0;
        try (var producer = new KafkaProducer<>(oneByOne, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < times; i++) {
                producer.send(new ProducerRecord<>(LEDGER.topic(), 0, newest.key(), newest.value()));
                bytes += newest.key().length() + newest.value().length();
            }
        }
        return bytes;
    }

    private static ConsumerRecord<String, String> newest() {
        try (KafkaConsumer<String, String> consumer = Topics.consumer(broker)) {
            Topics.assign(consumer, LEDGER.topic());
            long end = consumer.endOffsets(Set.of(LEDGER)).get(LEDGER);
            ConsumerRecord<String, String> newest = null;
            while (consumer.position(LEDGER) < end) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    newest = record;
                }
            }
            return Objects.requireNonNull(newest, "the ledger is empty");
        }
    }

    /** The cleaner's schedule is the broker's own. */
    private static void awaitSmallerThan(long bytes) throws Exception {
        try (Admin admin = broker.admin()) {
            while (size(admin) >= bytes) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private static long size(Admin admin) throws Exception {
        return admin.describeLogDirs(List.of(1)).allDescriptions().get().values().stream()
                .flatMap(folders -> folders.values().stream())
                .map(folder -> folder.replicaInfos().get(LEDGER))
                .filter(Objects::nonNull)
                .mapToLong(ReplicaInfo::size)
                .sum();
    }
}
