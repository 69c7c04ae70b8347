package io.staunch.verification.kafka;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.files.FileSink;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
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
        return switch (plan.output().kind()) {
            case TOPIC -> toTopic(plan);
            case FILES -> toFiles(plan);
            case WRITE_AHEAD, PREPARED, UPSERT, INSERT -> toTable(plan);
        };
    }

    private static Pipeline toFiles(LifePlan plan) {
        Pipeline pipeline = Pipeline.named(plan.job()).guarantee(plan.guarantee());
        Path folder = Path.of(plan.output().place());
        running(pipeline, source(plan.bootstrapServers(), plan.job()))
                .to("out", FileSink.jsonLines(folder, Running.class));
        return pipeline;
    }

    private static Pipeline toTable(LifePlan plan) {
        Pipeline pipeline = Pipeline.named(plan.job()).guarantee(plan.guarantee());
        Stream<Running> running = running(pipeline, source(plan.bootstrapServers(), plan.job()));
        Database database = plan.output().database();
        String table = JobOutput.table(plan.job());
        switch (plan.output().kind()) {
            case WRITE_AHEAD ->
                running.to(
                        "out",
                        JdbcSink.writeAhead(database, table, Running.class).createLedger());
            case PREPARED ->
                running.to(
                        "out", JdbcSink.prepared(database, table, Running.class).createLedger());
            case UPSERT ->
                running.to(
                        "out",
                        JdbcSink.upsert(database, table, Running.class)
                                .key("number")
                                .createLedger());
            case INSERT -> running.to("out", JdbcSink.insert(database, table, Running.class));
            case TOPIC, FILES ->
                throw new IllegalArgumentException(plan.output().kind() + " is no table");
        }
        return pipeline;
    }

    private static Pipeline toTopic(LifePlan plan) {
        KafkaSource<String> in = source(plan.bootstrapServers(), plan.job());
        KafkaSink<Running> out = sink(plan.bootstrapServers(), plan.job());
        if (plan.guarantee() == EXACTLY_ONCE) {
            return pipeline(plan.job(), in, out.transactionTimeout(plan.transactionTimeout()));
        }
        Pipeline pipeline = Pipeline.named(plan.job()).guarantee(plan.guarantee());
        running(pipeline, in).to("out", out.key(Running::key).atLeastOnce());
        return pipeline;
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
