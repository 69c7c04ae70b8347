package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.LookContext;
import io.staunch.jdbc.testkit.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationConnection;
import org.postgresql.replication.PGReplicationStream;

class DatabaseLookIT {
    private static final LookContext CONTEXT = DatabaseLookTest.CONTEXT;
    private static final String LINES = " lines (id bigint primary key, name varchar(10))";

    record Line(long id, String name) {}

    @Test
    void aServerThatKeepsWhatItPromisesIsSeenAndNothingIsMadeThere() {
        Place place = Place.postgres();
        Database database = place.database();
        place.run("create table" + LINES);
        List<Finding> prepared =
                JdbcSink.prepared(database, "lines", Line.class).createLedger().look(CONTEXT);
        assertThat(told(prepared, Sight.SEEN)).contains("20 prepared transactions");
        for (List<Finding> found : List.of(
                prepared,
                JdbcSink.writeAhead(database, "lines", Line.class)
                        .createLedger()
                        .look(CONTEXT),
                JdbcSink.upsert(database, "lines", Line.class)
                        .key("id")
                        .createLedger()
                        .look(CONTEXT),
                JdbcSink.insert(database, "lines", Line.class).look(CONTEXT),
                source(database).look(CONTEXT))) {
            assertThat(told(found, Sight.FAILED)).isEmpty();
            assertThat(told(found, Sight.SEEN))
                    .contains("fsync=on", "full_page_writes=on", "synchronous_commit=on", "table lines is there");
            assertThat(told(found, Sight.NOT_SEEN)).contains("no other server follows");
        }
        assertThat(place.rows("select table_name from information_schema.tables where table_schema = current_schema()"))
                .containsExactly("lines");
    }

    @Test
    void whatCanLoseRowsIsNamed() throws Exception {
        try (PostgresServer server = PostgresServer.start(List.of(
                "fsync = off",
                "full_page_writes = off",
                "synchronous_commit = off",
                "max_prepared_transactions = 0"))) {
            server.run("create unlogged table" + LINES);
            Database database = Database.url(server.url()).user(server.user());
            List<Finding> sink =
                    JdbcSink.prepared(database, "lines", Line.class).look(CONTEXT);
            assertThat(told(sink, Sight.FAILED))
                    .contains("fsync=off", "full_page_writes=off", "keeps 0 prepared", "lines is UNLOGGED");
            assertThat(told(sink, Sight.SEEN)).contains("synchronous_commit=on");
            assertThat(told(source(database).look(CONTEXT), Sight.FAILED))
                    .contains("fsync=off", "synchronous_commit=off", "lines is UNLOGGED");
            assertThat(told(JdbcSink.insert(database, "nowhere", Line.class).look(CONTEXT), Sight.FAILED))
                    .contains("there is no table \"nowhere\"");
        }
    }

    @Test
    void aServerThatOthersFollowHasToWaitForThem() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            server.run("create table" + LINES);
            JdbcSource<Line> source = source(Database.url(server.url()).user(server.user()));
            try (Connection follower = follower(server)) {
                assertThat(told(source.look(CONTEXT), Sight.FAILED)).contains("no commit waits for them");
                assertThat(follower.isClosed()).isFalse();
            }
        }
    }

    /** Whatever the server is told of those who follow it, a commit of {@code local} waits for none of them. */
    @Test
    void commitsThatAreLocalWaitForNobody() throws Exception {
        try (PostgresServer server =
                PostgresServer.start(List.of("synchronous_commit = local", "synchronous_standby_names = '*'"))) {
            server.run("create table" + LINES);
            Database database = Database.url(server.url()).user(server.user());
            try (Connection follower = follower(server)) {
                for (List<Finding> found : List.of(
                        source(database).look(CONTEXT),
                        JdbcSink.writeAhead(database, "lines", Line.class).look(CONTEXT))) {
                    assertThat(told(found, Sight.FAILED))
                            .contains("no commit waits for them (synchronous_commit=local)");
                    assertThat(told(found, Sight.SEEN)).doesNotContain("waits for other servers");
                }
                assertThat(follower.isClosed()).isFalse();
            }
        }
    }

    /** As those do that capture changes for others. */
    @Test
    void whoOnlyReadsChangesIsNoServerThatMayTakeOver() throws Exception {
        try (PostgresServer server = PostgresServer.start(List.of("wal_level = logical"))) {
            server.run("create table" + LINES, "create publication changes for table lines");
            JdbcSource<Line> source = source(Database.url(server.url()).user(server.user()));
            try (Connection reader = follower(server, "database")) {
                PGReplicationConnection changes =
                        reader.unwrap(PGConnection.class).getReplicationAPI();
                changes.createReplicationSlot()
                        .logical()
                        .withSlotName("changes")
                        .withOutputPlugin("pgoutput")
                        .make();
                try (PGReplicationStream stream = changes.replicationStream()
                        .logical()
                        .withSlotName("changes")
                        .withSlotOption("proto_version", "1")
                        .withSlotOption("publication_names", "changes")
                        .start()) {
                    List<Finding> found = source.look(CONTEXT);
                    assertThat(told(found, Sight.FAILED)).isEmpty();
                    assertThat(told(found, Sight.NOT_SEEN)).contains("no other server follows");
                    assertThat(stream.isClosed()).isFalse();
                }
            }
        }
    }

    private static Connection follower(PostgresServer server) throws Exception {
        return follower(server, "true");
    }

    private static Connection follower(PostgresServer server, String replication) throws Exception {
        var properties = new Properties();
        PGProperty.USER.set(properties, server.user());
        PGProperty.REPLICATION.set(properties, replication);
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "9.4");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        return DriverManager.getConnection(server.url(), properties);
    }

    private static JdbcSource<Line> source(Database database) {
        return JdbcSource.table(database, "lines", Line.class).byId("id");
    }

    private static String told(List<Finding> findings, Sight sight) {
        return String.join(
                "\n",
                findings.stream()
                        .filter(each -> each.sight() == sight)
                        .map(Finding::told)
                        .toList());
    }
}
