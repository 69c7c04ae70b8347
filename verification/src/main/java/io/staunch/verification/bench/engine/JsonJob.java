package io.staunch.verification.bench.engine;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.RunOptions;

/** B5, Kafka with JSON. */
public final class JsonJob implements Contender {
    /** What comes in. */
    public record Order(String customer, long cents) {}

    /** What goes out. */
    public record Count(String customer, long orders) {}

    @Override
    public String configuration(RunOptions options) {
        return "JSON from a topic, counted by key, JSON into another; " + Jobs.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Pipeline pipeline = Pipeline.named("b5-" + options.text("out")).guarantee(EXACTLY_ONCE);
        pipeline.from(
                        "in",
                        KafkaSource.json(Order.class)
                                .bootstrapServers(options.text("bootstrap"))
                                .topic(options.text("in")))
                .keyBy(Order::customer)
                .fold("orders", 0L, (orders, order) -> orders + 1)
                .map(Count::new)
                .to(
                        "out",
                        KafkaSink.json(Count.class)
                                .bootstrapServers(options.text("bootstrap"))
                                .topic(options.text("out"))
                                .key(Count::customer));
        Jobs.run(pipeline, Jobs.settings(options));
    }
}
