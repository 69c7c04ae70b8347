package io.staunch.examples.payouts;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaSource;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Orders each payout of a topic from a payment provider over HTTP. The provider takes each idempotency key once, so each is paid once. It
 * remembers keys for a day, and the last payouts are ordered again at the next start: one that comes after that day is refused, and says which payouts to look
 * for at the provider.
 */
public final class PayoutsJob {
    /** A day, less what a request may take. */
    private static final Duration REMEMBERED = Duration.ofHours(24).minusMinutes(10);

    private PayoutsJob() {}

    /** A payout as it comes. */
    public record Payout(String id, String account, long cents) {
        /** As the provider reads it. */
        String form() {
            return "id=" + encoded(id) + "&account=" + encoded(account) + "&cents=" + cents;
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }

    /**
     * The pipeline.
     *
     * @param broker as {@code host:port}
     * @param provider where payouts are posted to
     */
    public static Pipeline pipeline(String broker, URI provider) {
        return Pipeline.named("payouts")
                .from(
                        "payouts",
                        KafkaSource.json(Payout.class).bootstrapServers(broker).topic("payouts"))
                .to("provider", new PostSink<>(provider, Payout.class, REMEMBERED, Payout::form));
    }

    /** Arguments: a broker, the address of the provider, and a folder for the checkpoints. */
    public static void main(String[] args) throws InterruptedException {
        Job job = Staunch.start(pipeline(args[0], URI.create(args[1])), Settings.stateIn(Path.of(args[2])));
        job.await();
    }
}
