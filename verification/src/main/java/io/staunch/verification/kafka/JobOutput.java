package io.staunch.verification.kafka;

import io.staunch.jdbc.Database;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Where {@link CountingJob} writes.
 *
 * @param kind of its sink
 * @param place the URL of the database, or the folder; a dash for a topic
 */
public record JobOutput(Kind kind, String place) {
    /** To a topic, by the sink that its guarantee asks for. */
    public static final JobOutput TOPIC = new JobOutput(Kind.TOPIC, "-");

    private static final String USER = "staunch";
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(4);

    /** The kinds of sinks. */
    public enum Kind {
        TOPIC,
        WRITE_AHEAD,
        PREPARED,
        UPSERT,
        INSERT,
        FILES;

        /** Whether it is a sink into a table. */
        public boolean isTable() {
            return this != TOPIC && this != FILES;
        }
    }

    /** The database, with short time-outs. */
    Database database() {
        return Database.url(place).user(USER).lockTimeout(LOCK_TIMEOUT).answerTimeout(ANSWER_TIMEOUT);
    }

    /** The name of its sink. */
    String sink() {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The table that a job writes. */
    public String table(String job) {
        return "out_" + kind.name().toLowerCase(Locale.ROOT) + "_" + job.replace('-', '_');
    }

    /** The statements that make it. Rows are numbered in the order in which they were written. */
    public List<String> ddl(String job) {
        String key = kind == Kind.UPSERT ? " unique" : "";
        // MariaDB numbers rows by an index, which must not be unique: a row that is upserted would be overwritten by
        // that one, too.
        return place.startsWith("jdbc:mariadb:")
                ? List.of("create table " + table(job)
                        + " (id bigint auto_increment, `key` varchar(10) not null, count bigint not null,"
                        + " number int not null" + key + ", index (id))")
                : List.of("create table " + table(job)
                        + " (id bigint generated always as identity primary key, key varchar(10) not null,"
                        + " count bigint not null, number int not null" + key + ")");
    }

    String text() {
        return kind + " " + place;
    }

    static JobOutput of(String text) {
        int at = text.indexOf(' ');
        return new JobOutput(Kind.valueOf(text.substring(0, at)), text.substring(at + 1));
    }
}
