package io.staunch.examples.logins;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.aggregate.Aggregates;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.jdbc.testkit.PostgresServer;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.window.SlidingWindows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same counts as rows of a table, on a real broker and a real PostgreSQL, which is killed meanwhile. */
class LoginsTableIT {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final int LOGINS = 200;
    private static final int USERS = 12;
    private static final String ROWS =
            "select region, extract(epoch from window_end)::bigint, users from active_users order by region, window_end";

    private static Pipeline pipeline(KafkaBroker broker, Database database) {
        Pipeline pipeline = Pipeline.named("active-users");
        Stream<Login> logins = pipeline.from(
                "logins",
                KafkaSource.json(Login.class)
                        .bootstrapServers(broker.bootstrapServers())
                        .topic("logins"));
        logins.eventTime(Login::at, ofSeconds(5))
                .keyBy(Login::region)
                .window(SlidingWindows.of(ofHours(1)).every(ofMinutes(1)))
                .aggregate("active-users", Aggregates.distinctCount(Login::user))
                .map((window, region, users) -> new ActiveUsers(region, window.end(), users))
                .to(
                        "active",
                        JdbcSink.upsert(database, "active_users", ActiveUsers.class)
                                .key("region", "window_end")
                                .createLedger());
        return pipeline;
    }

    @Test
    @Timeout(180)
    void eachHourOfEachRegionIsARowThoughTheDatabaseDiesAndTheJobStartsAgain(@TempDir Path state) throws Exception {
        List<Login> logins = logins();
        List<String> expected = expected(logins);
        try (KafkaBroker broker = KafkaBroker.start();
                PostgresServer server = PostgresServer.start()) {
            broker.createTopic("logins", 1);
            server.run("create table active_users (region text, window_end timestamptz, users bigint not null,"
                    + " primary key (region, window_end))");
            Pipeline pipeline = pipeline(broker, Database.url(server.url()).user(server.user()));
            try (Job job = Staunch.start(pipeline, Settings.stateIn(state))) {
                send(broker, logins.subList(0, LOGINS / 3));
                awaitRows(job, server, rows -> !rows.isEmpty());
                server.kill();
                send(broker, logins.subList(LOGINS / 3, 2 * LOGINS / 3));
                server.restart();
                job.stop();
                job.await();
            }
            try (Job job = Staunch.start(pipeline, Settings.stateIn(state).parallelism(3))) {
                send(broker, logins.subList(2 * LOGINS / 3, logins.size()));
                awaitRows(job, server, expected::equals);
                job.stop();
                job.await();
            }
            assertThat(rows(server)).isEqualTo(expected);
        }
    }

    /** One each 45 seconds, up to five seconds late; and one of no region long after, behind which all windows end. */
    private static List<Login> logins() {
        var random = new Random(60);
        List<Login> logins = new ArrayList<>();
        for (int i = 0; i < LOGINS; i++) {
            int user = random.nextInt(USERS);
            Instant at = START.plusMillis(45_000L * i - random.nextInt(5_000));
            logins.add(new Login(Integer.toString(user), user % 2 == 0 ? "east" : "west", at));
        }
        logins.add(new Login("last", "last", START.plusSeconds(1_000_000)));
        return logins;
    }

    private static List<String> expected(List<Login> logins) {
        Map<String, TreeMap<Long, Set<String>>> windows = new TreeMap<>();
        for (Login login : logins.subList(0, LOGINS)) {
            long minute = Math.floorDiv(login.at().getEpochSecond(), 60L);
            for (long end = minute + 1; end <= minute + 60; end++) {
                windows.computeIfAbsent(login.region(), region -> new TreeMap<>())
                        .computeIfAbsent(60 * end, any -> new HashSet<>())
                        .add(login.user());
            }
        }
        List<String> expected = new ArrayList<>();
        windows.forEach(
                (region, all) -> all.forEach((end, users) -> expected.add(region + " " + end + " " + users.size())));
        return expected;
    }

    private static void send(KafkaBroker broker, List<Login> logins) throws Exception {
        try (var producer =
                new KafkaProducer<>(broker.clientProperties(), new StringSerializer(), new StringSerializer())) {
            for (Login login : logins) {
                producer.send(new ProducerRecord<>(
                                "logins",
                                "{\"user\":\"" + login.user() + "\",\"region\":\"" + login.region() + "\",\"at\":\""
                                        + login.at() + "\"}"))
                        .get();
            }
        }
    }

    private static void awaitRows(Job job, PostgresServer server, Predicate<List<String>> wanted) throws Exception {
        for (List<String> rows = rows(server); !wanted.test(rows); rows = rows(server)) {
            assertThat(job.status().live()).isTrue();
            assertThat(Thread.interrupted())
                    .as("the test took too long; these rows are there: %s", rows)
                    .isFalse();
        }
    }

    private static List<String> rows(PostgresServer server) throws Exception {
        List<String> found = new ArrayList<>();
        try (Connection connection = server.connect();
                ResultSet rows = connection.createStatement().executeQuery(ROWS)) {
            while (rows.next()) {
                found.add(rows.getString(1) + " " + rows.getLong(2) + " " + rows.getLong(3));
            }
        }
        return found;
    }
}
