package io.staunch.verification.kafka;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;

/** The job under test: numbers from a topic, counted per key, every running count to another topic. */
final class CountingJob {
    private static final int KEYS = 53;

    private CountingJob() {}

    record Total(long count) {}

    record Running(String key, long count) {}

    /** The job of this name, from the topic {@code <name>-in} to the topic {@code <name>-out}. */
    static Pipeline pipeline(String bootstrapServers, String name) {
        Pipeline pipeline = Pipeline.named(name).guarantee(EXACTLY_ONCE);
        pipeline.from(
                        "in",
                        KafkaSource.strings().bootstrapServers(bootstrapServers).topic(in(name)))
                .keyBy(value -> "k" + Integer.parseInt(value) % KEYS)
                .fold("totals", new Total(0), (total, value) -> new Total(total.count() + 1))
                .map((key, total) -> new Running(key, total.count()))
                .to(
                        "out",
                        KafkaSink.json(Running.class)
                                .bootstrapServers(bootstrapServers)
                                .topic(out(name))
                                .key(Running::key));
        return pipeline;
    }

    static String in(String name) {
        return name + "-in";
    }

    static String out(String name) {
        return name + "-out";
    }
}
