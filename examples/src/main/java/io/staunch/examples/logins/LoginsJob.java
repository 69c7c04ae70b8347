package io.staunch.examples.logins;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.aggregate.Aggregates;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.time.Watermarks;
import io.staunch.window.SlidingWindows;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Users who logged in during the last hour, counted each minute by region: from the topic {@code logins} to {@code active-users}. By the time of the
 * logins, so that a job which is behind, or was killed, gives the same counts; each user once, however often they log in.
 *
 * <p>To run it against a broker of one's own, with the two topics in place:
 *
 * <pre>{@code LoginsJob localhost:9092 state}</pre>
 */
public final class LoginsJob {
    /** The topic that is read: {@link Login}s in JSON. */
    public static final String LOGINS = "logins";

    /** The topic that is written: {@link ActiveUsers} in JSON, by region. */
    public static final String ACTIVE_USERS = "active-users";

    /** What is counted together. */
    public static final Duration WINDOW = Duration.ofHours(1);

    /** How often it is counted. */
    public static final Duration SLIDE = Duration.ofMinutes(1);

    /** By how much a login may come behind a later one. */
    public static final Duration DISORDER = Duration.ofSeconds(5);

    private LoginsJob() {}

    /** The job, exactly once. A partition without logins for a minute is not waited for. */
    public static Pipeline pipeline(String broker) {
        return pipeline(
                broker, Guarantee.EXACTLY_ONCE, Watermarks.disorder(DISORDER).withIdleness(Duration.ofMinutes(1)));
    }

    /** The same with as much of a guarantee as is asked for, and other watermarks. */
    public static Pipeline pipeline(String broker, Guarantee guarantee, Watermarks watermarks) {
        KafkaSource<Login> logins =
                KafkaSource.json(Login.class).bootstrapServers(broker).topic(LOGINS);
        KafkaSink<ActiveUsers> active = KafkaSink.json(ActiveUsers.class)
                .bootstrapServers(broker)
                .topic(ACTIVE_USERS)
                .key(ActiveUsers::region);

        return Pipeline.named("active-users")
                .guarantee(guarantee)
                .from("logins", logins)
                .eventTime(Login::at, watermarks)
                .keyBy(Login::region)
                .window(SlidingWindows.of(WINDOW).every(SLIDE))
                .aggregate("active-users", Aggregates.distinctCount(Login::user))
                .map((window, region, users) -> new ActiveUsers(region, window.end(), users))
                .to("active", guarantee == Guarantee.EXACTLY_ONCE ? active : active.atLeastOnce());
    }

    /** Arguments: a broker and a folder for the checkpoints. */
    public static void main(String[] args) throws InterruptedException {
        Job job = Staunch.start(pipeline(args[0]), Settings.stateIn(Path.of(args[1])));
        job.await();
    }
}
