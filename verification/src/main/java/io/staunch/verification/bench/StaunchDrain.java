package io.staunch.verification.bench;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaRecord;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
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

    /** Counts one topic into another and returns when so many records are committed. */
    static void run(String bootstrapServers, String in, String out, int records, Duration interval, Path folder)
            throws Exception {
        var done = new Done();
        Settings settings = settings(interval, folder).listener(done);
        try (Job job = Staunch.start(pipeline(bootstrapServers, in, out), settings)) {
            while (job.metrics().recordsOut().getOrDefault("out", 0L) < records) {
                if (job.await(Duration.ofMillis(5))) {
                    throw new IllegalStateException("the job has ended early");
                }
            }
            job.stop();
            done.settled.await();
            job.await();
        }
    }

    static Settings settings(Duration interval, Path folder) {
        return Settings.stateIn(folder).checkpointEvery(interval).lastCheckpointWithin(Duration.ZERO);
    }

    static Pipeline pipeline(String bootstrapServers, String in, String out) {
        Pipeline pipeline = Pipeline.named("b3-" + out).guarantee(EXACTLY_ONCE);
        pipeline.from(
                        "in",
                        KafkaSource.of(StringDeserializer.class, ByteArrayDeserializer.class)
                                .bootstrapServers(bootstrapServers)
                                .topic(in))
                .keyBy(String.class, KafkaRecord::key)
                .fold("counts", new Count(0), (count, record) -> new Count(count.n() + 1))
                .map((key, count) -> new Running(key, count.n()))
                .map(running -> new KeyedBytes(running.key(), BenchTopics.value(running.count())))
                .to(
                        "out",
                        KafkaSink.<KeyedBytes>values(BytesOfValue.class)
                                .bootstrapServers(bootstrapServers)
                                .topic(out)
                                .key(KeyedBytes::key));
        return pipeline;
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
