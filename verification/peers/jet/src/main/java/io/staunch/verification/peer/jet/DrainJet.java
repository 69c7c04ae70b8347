package io.staunch.verification.peer.jet;

import com.hazelcast.jet.kafka.KafkaSinks;
import com.hazelcast.jet.kafka.KafkaSources;
import com.hazelcast.jet.pipeline.Pipeline;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** B3 and B4 with Jet. */
public final class DrainJet implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Members.words(options) + ", Kafka connector 5.6.0, batch.size=131072, linger.ms=" + lingerMs(options)
                + ", max.poll.records=4000";
    }

    private static String lingerMs(RunOptions options) {
        return options.text("goal").equals("latency") ? "0" : "5";
    }

    /** A record. */
    record Keyed(String key, byte[] value) {}

    @Override
    public void run(RunOptions options) {
        int parallelism = options.parallelism();
        var pipeline = Pipeline.create().setPreserveOrder(true);
        pipeline.readFrom(KafkaSources.<String, byte[], Keyed>kafka(
                        in(options), record -> new Keyed(record.key(), record.value()), options.text("in")))
                .withoutTimestamps()
                .setLocalParallelism(parallelism)
                .groupingKey(Keyed::key)
                .mapStateful(Members.Total::new, (total, key, record) -> {
                    total.count++;
                    return new Keyed(key, Values.counted(record.value(), total.count));
                })
                .setLocalParallelism(parallelism)
                // Keeps the order within a key on the way to the sink, which has several processors.
                .rebalance(Keyed::key)
                .writeTo(KafkaSinks.<Keyed>kafka(out(options))
                        .topic(options.text("out"))
                        .extractKeyFn(Keyed::key)
                        .extractValueFn(Keyed::value)
                        .exactlyOnce(true)
                        .build())
                .setLocalParallelism(parallelism);
        Meter.ask(() -> Meter.UNKNOWN, () -> 0); // Jet counts no snapshots
        Members.run(pipeline, options);
    }

    private static Properties in(RunOptions options) {
        var properties = new Properties();
        properties.put("bootstrap.servers", options.text("bootstrap"));
        properties.put("key.deserializer", StringDeserializer.class.getName());
        properties.put("value.deserializer", ByteArrayDeserializer.class.getName());
        properties.put("auto.offset.reset", "earliest");
        properties.put("isolation.level", "read_committed");
        properties.put("max.poll.records", "4000");
        properties.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        return properties;
    }

    private static Properties out(RunOptions options) {
        var properties = new Properties();
        properties.put("bootstrap.servers", options.text("bootstrap"));
        properties.put("key.serializer", StringSerializer.class.getName());
        properties.put("value.serializer", ByteArraySerializer.class.getName());
        properties.put("linger.ms", lingerMs(options));
        properties.put("batch.size", Integer.toString(128 << 10));
        properties.put("buffer.memory", Integer.toString(64 << 20));
        return properties;
    }
}
