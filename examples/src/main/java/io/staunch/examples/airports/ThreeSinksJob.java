package io.staunch.examples.airports;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.files.FileSink;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.jdbc.JdbcWriteAheadSink;
import io.staunch.secret.Secret;
import java.nio.file.Path;

/**
 * The totals of {@link AirportDelaysJob} in three places, each exactly once: a topic, a table of PostgreSQL, and files. Kafka leads: what it has
 * committed, the others get after it. {@code ./staunch demo --sinks all} runs this job and kills it.
 */
public final class ThreeSinksJob {
    /** The table. Its id is the order in which rows were written, and nothing keeps it from having a row twice. */
    public static final String TABLE =
            "CREATE TABLE airport_delays (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, airport VARCHAR(3) NOT NULL,"
                    + " flights BIGINT NOT NULL, delayed BIGINT NOT NULL, minutes BIGINT NOT NULL, last_flight VARCHAR(20) NOT NULL)";

    private ThreeSinksJob() {}

    /** The pipeline, with a broker as {@code host:port} and the folder of the files. */
    public static Pipeline pipeline(String broker, Database database, Path files) {
        Stream<AirportDelays> totals = AirportDelaysJob.totals(broker, Guarantee.EXACTLY_ONCE);
        totals.to("totals", AirportDelaysJob.topic(broker, Guarantee.EXACTLY_ONCE));
        totals.to("table", table(database));
        return totals.to("files", files(files));
    }

    /** Rows, after Kafka's commit, in one transaction with the ledger that the job makes beside the table. */
    public static JdbcWriteAheadSink<AirportDelays> table(Database database) {
        return JdbcSink.writeAhead(database, "airport_delays", AirportDelays.class)
                .createLedger();
    }

    /** JSON lines in files that are whole after a second, so that there is something to see soon. */
    public static FileSink<AirportDelays> files(Path folder) {
        return FileSink.jsonLines(folder, AirportDelays.class).rollEvery(ofSeconds(1));
    }

    /** Arguments: a broker, the URL of a database, its user, the folder of the files, and one for the checkpoints. The password is in DELAYS_PASSWORD. */
    public static void main(String[] args) throws InterruptedException {
        Database database = Database.url(args[1]).user(args[2]).password(Secret.env("DELAYS_PASSWORD"));
        Job job = Staunch.start(
                pipeline(args[0], database, Path.of(args[3])),
                Settings.stateIn(Path.of(args[4])).checkpointEvery(ofMillis(50)));
        job.await();
    }
}
