package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class KafkaBrokerIT {
    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void whatWasAcknowledgedSurvivesAKillAndARestart() throws Exception {
        broker.createTopic("kept", 2);
        Map<String, Object> client = broker.clientProperties();
        Topics.write(client, "kept", "a", "b", "c");

        broker.kill();
        assertThat(broker.isAlive()).isFalse();
        broker.restart();

        Topics.write(client, "kept", "d");
        assertThat(Topics.read(client, "kept", 2)).containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    @Test
    void everyPartitionOfANewTopicTakesItsFirstRecordAtOnce() throws Exception {
        int partitions = 60;
        Map<String, Object> once = broker.clientProperties();
        once.put(ProducerConfig.RETRIES_CONFIG, 0);
        once.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
        List<Future<RecordMetadata>> sent = new ArrayList<>();

        try (KafkaProducer<String, String> producer = Topics.producer(once)) {
            broker.createTopic("before", 1);
            producer.send(new ProducerRecord<>("before", "connected")).get();
            broker.createTopic("new", partitions);
            for (int i = 0; i < partitions; i++) {
                sent.add(producer.send(new ProducerRecord<>("new", i, null, "first")));
            }
        }

        assertThat(sent).allSatisfy(each -> assertThat(each.get().offset()).isZero());
    }

    @Test
    void transactionsAndGroupsWorkOnASingleNode() throws Exception {
        broker.createTopic("transactional", 1);
        Map<String, Object> writer = broker.clientProperties();
        writer.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "id");
        Map<String, Object> reader = broker.clientProperties();
        reader.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        reader.put(ConsumerConfig.GROUP_ID_CONFIG, "group");
        Map<TopicPartition, OffsetAndMetadata> offsets =
                Map.of(new TopicPartition("transactional", 0), new OffsetAndMetadata(1));

        try (KafkaProducer<String, String> producer = Topics.producer(writer);
                KafkaConsumer<String, String> consumer = Topics.consumer(reader)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactional", "aborted")).get();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactional", "committed")).get();
            producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
            producer.commitTransaction();

            assertThat(consumer.committed(offsets.keySet())).isEqualTo(offsets);
        }
        assertThat(Topics.read(reader, "transactional", 1)).containsExactly("committed");
    }

    @Test
    void aPausedBrokerAnswersNobodyUntilItIsResumed() throws Exception {
        Map<String, Object> impatient = broker.clientProperties();
        impatient.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 1000);
        impatient.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 1000);

        broker.pause();
        try (Admin admin = Admin.create(impatient)) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
        }
        assertThat(broker.isAlive()).isTrue();
        broker.resume();

        try (Admin admin = broker.admin()) {
            assertThat(admin.describeCluster().nodes().get()).hasSize(1);
        }
    }

    @Test
    void aPausedBrokerCanBeKilledAndRestarted() throws Exception {
        broker.createTopic("paused", 1);
        broker.pause();
        broker.kill();
        broker.restart();
        Topics.write(broker.clientProperties(), "paused", "a");
        assertThat(Topics.read(broker.clientProperties(), "paused", 1)).containsExactly("a");
    }

    @Test
    void aBrokerWithoutSecurityHasNoUsers() {
        assertThatThrownBy(() -> broker.addUser("anna", "secret"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withSecurity()");
    }

    @Test
    void theLogShowsItsLastLines() {
        List<String> all = broker.logTail(1000);
        assertThat(all).hasSizeGreaterThan(1);
        assertThat(broker.logTail(1)).containsExactly(all.get(all.size() - 1));
    }
}
