package io.staunch.verification.kafka;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.files.FileSink;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.JdbcSink;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import java.nio.file.Path;

/** The job under test: numbers from a topic, counted per key, every running count to another topic. */
public final class CountingJob {
    /** How many keys there are; the key of a number is its remainder. */
    public static final int KEYS = 53;

    private CountingJob() {}

    record Total(long count, int last) {}

    /**
     * What goes out for each number.
     *
     * @param key of the number
     * @param count how many numbers of this key there were so far, this one included
     */
    public record Running(String key, long count, int number) {}

    /** The job of this name, from the topic {@code <name>-in} to the topic {@code <name>-out}. */
    static Pipeline pipeline(String bootstrapServers, String name) {
        return pipeline(name, source(bootstrapServers, name), sink(bootstrapServers, name));
    }

    /** What a process is told to run. The weaker guarantees have the sink that writes at once, as users of them would. */
    public static Pipeline pipeline(LifePlan plan) {
        Pipeline pipeline = Pipeline.named(plan.job()).guarantee(plan.guarantee());
        Stream<Running> running = running(pipeline, source(plan.bootstrapServers(), plan.job()));
        plan.outputs().forEach(output -> running.to(output.sink(), sink(plan, output)));
        return pipeline;
    }

    private static Sink<Running> sink(LifePlan plan, JobOutput output) {
        return switch (output.kind()) {
            case TOPIC -> topic(plan);
            case FILES -> FileSink.jsonLines(Path.of(output.place()), Running.class);
            case WRITE_AHEAD ->
                JdbcSink.writeAhead(output.database(), output.table(plan.job()), Running.class)
                        .createLedger();
            case PREPARED ->
                // Nobody alters these tables.
                JdbcSink.prepared(output.database(), output.table(plan.job()), Running.class)
                        .createLedger()
                        .alteredOnlyWhenStopped();
            case UPSERT ->
                JdbcSink.upsert(output.database(), output.table(plan.job()), Running.class)
                        .key("number")
                        .createLedger();
            case INSERT -> JdbcSink.insert(output.database(), output.table(plan.job()), Running.class);
        };
    }

    private static Sink<Running> topic(LifePlan plan) {
        KafkaSink<Running> out = sink(plan.bootstrapServers(), plan.job()).key(Running::key);
        return plan.guarantee() == EXACTLY_ONCE ? out.transactionTimeout(plan.transactionTimeout()) : out.atLeastOnce();
    }

    /** The job with a source and a sink of its own. The sink's key is set here. */
    static Pipeline pipeline(String name, Source<String> in, KafkaSink<Running> out) {
        Pipeline pipeline = Pipeline.named(name).guarantee(Guarantee.EXACTLY_ONCE);
        running(pipeline, in).to("out", out.key(Running::key));
        return pipeline;
    }

    private static Stream<Running> running(Pipeline pipeline, Source<String> in) {
        return pipeline.from("in", in)
                .keyBy(value -> "k" + Integer.parseInt(value) % KEYS)
                .fold(
                        "totals",
                        new Total(0, -1),
                        (total, value) -> new Total(total.count() + 1, Integer.parseInt(value)))
                .map((key, total) -> new Running(key, total.count(), total.last()));
    }

    private static KafkaSource<String> source(String bootstrapServers, String name) {
        return KafkaSource.strings().bootstrapServers(bootstrapServers).topic(in(name));
    }

    private static KafkaSink<Running> sink(String bootstrapServers, String name) {
        return KafkaSink.json(Running.class).bootstrapServers(bootstrapServers).topic(out(name));
    }

    /** The topic that a job reads. */
    public static String in(String name) {
        return name + "-in";
    }

    /** The topic that a job writes. */
    public static String out(String name) {
        return name + "-out";
    }
}
