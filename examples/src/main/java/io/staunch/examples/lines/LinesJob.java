package io.staunch.examples.lines;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaSource;
import io.staunch.secret.Secret;
import java.nio.file.Path;

/** Keeps each line of the topic {@code lines} in a table, exactly once, with a {@link LinesTable sink of its own}. */
public final class LinesJob {
    /** So many checkpoints may wait to be committed: the database is to keep some more transactions, at least 20. */
    private static final int BEHIND = 10;

    private LinesJob() {}

    /** The pipeline, with a broker as {@code host:port}. */
    public static Pipeline pipeline(String broker, LinesTable table) {
        Pipeline pipeline = Pipeline.named("lines");
        pipeline.from("lines", KafkaSource.strings().bootstrapServers(broker).topic("lines"))
                .to("table", table);
        return pipeline;
    }

    /** With a folder for the checkpoints. */
    public static Settings settings(Path state) {
        Settings settings = Settings.stateIn(state);
        return settings.sinkLag(BEHIND, settings.sinkLagBytes());
    }

    /** Arguments: a broker, the URL of a database, its user, and a folder for the checkpoints. The password is in LINES_PASSWORD. */
    public static void main(String[] args) throws InterruptedException {
        var table = new LinesTable(args[1], args[2], Secret.env("LINES_PASSWORD"));
        Job job = Staunch.start(pipeline(args[0], table), settings(Path.of(args[3])));
        job.await();
    }
}
