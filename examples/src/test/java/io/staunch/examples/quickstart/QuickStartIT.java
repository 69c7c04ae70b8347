package io.staunch.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pipeline of the README does what the README says, on a real broker. */
class QuickStartIT {
    @Test
    void eachOrderGivesWhatItsCustomerHasSpentSoFar(@TempDir Path state) throws Exception {
        try (KafkaBroker broker = KafkaBroker.start()) {
            broker.createTopic("orders", 1);
            broker.createTopic("spending", 1);
            send(
                    broker,
                    "{\"customer\":\"ann\",\"cents\":1500}",
                    "{\"customer\":\"bob\",\"cents\":0}",
                    "{\"customer\":\"bob\",\"cents\":700}",
                    "{\"customer\":\"ann\",\"cents\":250}");
            try (Job job = Staunch.start(QuickStart.pipeline(broker.bootstrapServers()), Settings.stateIn(state))) {
                assertThat(read(broker, 3))
                        .containsExactlyInAnyOrder(
                                "{\"customer\":\"ann\",\"cents\":1500}",
                                "{\"customer\":\"bob\",\"cents\":700}",
                                "{\"customer\":\"ann\",\"cents\":1750}");
                job.stop();
                job.await();
            }
        }
    }

    private static void send(KafkaBroker broker, String... orders) throws Exception {
        try (var producer =
                new KafkaProducer<>(broker.clientProperties(), new StringSerializer(), new StringSerializer())) {
            for (String order : orders) {
                producer.send(new ProducerRecord<>("orders", order)).get();
            }
        }
    }

    private static List<String> read(KafkaBroker broker, int records) {
        Map<String, Object> properties = broker.clientProperties();
        properties.put("isolation.level", "read_committed");
        List<String> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            var partition = new TopicPartition("spending", 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (found.size() < records && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(100)).forEach(r -> found.add(r.value()));
            }
        }
        return found;
    }
}
