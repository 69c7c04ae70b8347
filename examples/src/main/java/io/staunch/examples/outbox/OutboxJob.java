package io.staunch.examples.outbox;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSource;
import io.staunch.kafka.KafkaSink;
import io.staunch.secret.Secret;
import java.nio.file.Path;

/**
 * A transactional outbox: an application inserts events into the table {@code outbox}, in the transactions in which it does what they tell of; this job
 * brings each event that was committed to the topic {@code events}, exactly once.
 */
public final class OutboxJob {
    /** The table. Ids must grow as rows are inserted, so the database gives them. */
    public static final String TABLE = "CREATE TABLE outbox (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            + " account VARCHAR(20) NOT NULL, content TEXT NOT NULL)";

    private OutboxJob() {}

    /** A row of the outbox. Those of an account go to one partition, in the order of their ids. */
    public record Event(long id, String account, String content) {}

    /** The pipeline, with a broker as {@code host:port}. */
    public static Pipeline pipeline(Database database, String broker) {
        return Pipeline.named("outbox")
                .from(
                        "outbox",
                        JdbcSource.table(database, "outbox", Event.class).byId("id"))
                .to(
                        "events",
                        KafkaSink.json(Event.class)
                                .bootstrapServers(broker)
                                .topic("events")
                                .key(Event::account));
    }

    /** Arguments: the URL of a database, its user, a broker, and a folder for the checkpoints. The password is in OUTBOX_PASSWORD. */
    public static void main(String[] args) throws InterruptedException {
        Database database = Database.url(args[0]).user(args[1]).password(Secret.env("OUTBOX_PASSWORD"));
        Job job = Staunch.start(pipeline(database, args[2]), Settings.stateIn(Path.of(args[3])));
        job.await();
    }
}
