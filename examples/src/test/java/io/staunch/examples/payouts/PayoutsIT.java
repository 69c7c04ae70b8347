package io.staunch.examples.payouts;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker, with a provider that swallows answers, and a job that is stopped and started again. */
class PayoutsIT {
    private static final int PAYOUTS = 300;
    private static final int SILENT_EVERY = 40;
    private static final Duration LOOK = Duration.ofMillis(10);

    @Test
    @Timeout(180)
    void eachPayoutIsPaidOnceThoughAnswersAreLost(@TempDir Path state) throws Exception {
        try (KafkaBroker broker = KafkaBroker.start();
                var provider = new Provider(SILENT_EVERY)) {
            broker.createTopic("payouts", 1);
            for (int from = 0; from < PAYOUTS; from += PAYOUTS / 3) {
                send(broker, from, from + PAYOUTS / 3);
                runUntilPaid(broker, provider, state, from + PAYOUTS / 3);
            }
            assertThat(provider.taken())
                    .containsExactlyElementsOf(IntStream.range(0, PAYOUTS)
                            .mapToObj(i -> "id=p" + i + "&account=a" + i % 7 + "&cents=" + (i + 1))
                            .toList());
            assertThat(provider.posts()).as("posts, with those that came again").isGreaterThan(PAYOUTS);
        }
    }

    private static void runUntilPaid(KafkaBroker broker, Provider provider, Path state, int payouts)
            throws InterruptedException {
        try (Job job = Staunch.start(
                PayoutsJob.pipeline(broker.bootstrapServers(), provider.address()), Settings.stateIn(state))) {
            while (provider.taken().size() < payouts) {
                assertThat(job.await(LOOK)).as("ended by itself").isFalse();
            }
        }
    }

    private static void send(KafkaBroker broker, int from, int to) throws Exception {
        try (var producer =
                new KafkaProducer<>(broker.clientProperties(), new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < to; i++) {
                String payout = "{\"id\":\"p" + i + "\",\"account\":\"a" + i % 7 + "\",\"cents\":" + (i + 1) + "}";
                producer.send(new ProducerRecord<>("payouts", payout)).get();
            }
        }
    }
}
