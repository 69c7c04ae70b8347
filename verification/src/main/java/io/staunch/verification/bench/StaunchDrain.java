package io.staunch.verification.bench;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaRecord;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** B3 with Staunch. */
final class StaunchDrain {
    private StaunchDrain() {}

    /** The state of a key. */
    record Count(long n) {}

    /** What goes out. */
    record Running(String key, long count) {}

    static void run(KafkaBroker broker, String in, String out, int records, Duration interval) throws Exception {
        Pipeline pipeline = Pipeline.named("b3-" + out).guarantee(EXACTLY_ONCE);
        pipeline.from(
                        "in",
                        KafkaSource.of(StringDeserializer.class, ByteArrayDeserializer.class)
                                .bootstrapServers(broker.bootstrapServers())
                                .topic(in))
                .keyBy(String.class, KafkaRecord::key)
                .fold("counts", new Count(0), (count, record) -> new Count(count.n() + 1))
                .map((key, count) -> new Running(key, count.n()))
                .map(running -> new KeyedBytes(running.key(), BenchTopics.value(running.count())))
                .to(
                        "out",
                        KafkaSink.<KeyedBytes>values(BytesOfValue.class)
                                .bootstrapServers(broker.bootstrapServers())
                                .topic(out)
                                .key(KeyedBytes::key));
        Path folder = Files.createTempDirectory("staunch-b3");
        var done = new Done();
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(interval)
                .lastCheckpointWithin(Duration.ZERO)
                .listener(done);
        try (Job job = Staunch.start(pipeline, settings)) {
            while (job.metrics().recordsOut().getOrDefault("out", 0L) < records) {
                if (job.await(Duration.ofMillis(5))) {
                    throw new IllegalStateException("the job has ended early");
                }
            }
            job.stop();
            done.settled.await();
            job.await();
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    /** A value with its key. */
    record KeyedBytes(String key, byte[] value) {}

    /** Writes the value alone. */
    public static final class BytesOfValue implements org.apache.kafka.common.serialization.Serializer<KeyedBytes> {
        private final ByteArraySerializer bytes = new ByteArraySerializer();

        @Override
        public byte[] serialize(String topic, KeyedBytes data) {
            return bytes.serialize(topic, data.value());
        }
    }

    /** Opens when the last checkpoint is settled. */
    private static final class Done implements JobListener {
        private final CountDownLatch settled = new CountDownLatch(1);
        private volatile boolean last;

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.CHECKPOINT_STARTED
                    && event.detail().equals("the last one")) {
                last = true;
            }
            if (last && (event.step() == ProtocolStep.SETTLED || event.step() == ProtocolStep.ENDED)) {
                settled.countDown();
            }
        }
    }
}
