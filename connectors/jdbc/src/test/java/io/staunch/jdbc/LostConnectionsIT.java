package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.testkit.PostgresLink;
import io.staunch.jdbc.testkit.PostgresServer;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections and the server itself are lost, and come back. */
class LostConnectionsIT {
    record Line(long id, String name) {}

    private static PostgresServer server;
    private static PostgresLink link;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
        link = PostgresLink.before(server);
    }

    @AfterAll
    static void stop() {
        link.close();
        server.close();
    }

    @BeforeEach
    void table() throws Exception {
        server.run(
                "drop table if exists lines, staunch_ledger, staunch_ledger_identity",
                "create table lines (id bigint, name varchar(10))");
    }

    private static JdbcWriteAheadSink<Line> sink() {
        Database database = Database.url("jdbc:postgresql://127.0.0.1:" + link.port() + "/postgres")
                .user(server.user())
                .property("prepareThreshold", "0")
                .lockTimeout(Duration.ofSeconds(1))
                .answerTimeout(Duration.ofSeconds(2));
        return JdbcSink.writeAhead(database, "lines", Line.class).createLedger();
    }

    /** F18. */
    @Test
    void aCommitWhoseAnswerIsLostHasTakenEffectOnceHoweverOftenItComesAgain() throws Exception {
        try (var writing = Writing.started(sink())) {
            writing.apply(1, new Line(1, "a"));
            link.loseAnswerToNextCommit();
            assertThat(passing(catchThrowable(() -> writing.apply(2, new Line(2, "b"))))
                            .getMessage())
                    .contains("writing checkpoint 2");
            assertThat(ids()).containsExactly(1L, 2L);
            writing.apply(2, new Line(2, "b"));
            writing.apply(3, new Line(3, "c"));
        }
        assertThat(ids()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aCommitThatNeverArrivesHasNoEffectUntilItComesAgain() throws Exception {
        try (var writing = Writing.started(sink())) {
            link.loseNextCommit();
            passing(catchThrowable(() -> writing.apply(1, new Line(1, "a"))));
            assertThat(ids()).isEmpty();
            writing.apply(1, new Line(1, "a"));
        }
        assertThat(ids()).containsExactly(1L);
    }

    @Test
    void aServerThatIsKilledAndComesBackHasWhatWasCommittedAndTakesTheRest() throws Exception {
        try (var writing = Writing.started(sink())) {
            writing.apply(1, new Line(1, "a"));
            server.kill();
            passing(catchThrowable(() -> writing.apply(2, new Line(2, "b"))));
            server.restart();
            writing.apply(2, new Line(2, "b"));
        }
        assertThat(ids()).containsExactly(1L, 2L);
    }

    /** F48: no call waits for ever. */
    @Test
    void aServerThatStandsStillIsGivenUpAfterTheTimeForAnAnswer() throws Exception {
        try (var writing = Writing.started(sink())) {
            writing.apply(1, new Line(1, "a"));
            server.freeze();
            try {
                passing(catchThrowable(() -> writing.apply(2, new Line(2, "b"))));
            } finally {
                server.thaw();
            }
            writing.apply(2, new Line(2, "b"));
        }
        assertThat(ids()).containsExactly(1L, 2L);
    }

    @Test
    void aServerThatIsAwayAtAStartIsNamedWithTheReason() {
        server.kill();
        try {
            StaunchException error = passing(catchThrowable(() -> new Writing<>(sink())));
            assertThat(error).hasMessageContaining("127.0.0.1").hasMessageContaining("the look at the table failed");
        } finally {
            server.restart();
        }
    }

    /** A process that stands still in the middle of a transaction, or whose machine is gone, keeps its rows no longer than the server's limit. */
    @Test
    void eachSessionHasLimitsAndWritesThrough() throws Exception {
        server.run("alter role " + server.user() + " set synchronous_commit = off");
        try (var session = new Session(
                new Pools(),
                Database.url(server.url()).user(server.user()),
                new SqlFaults("here", "none", Remedy.RETRY))) {
            List<String> settings = new ArrayList<>();
            for (String name : List.of("lock_timeout", "idle_in_transaction_session_timeout", "synchronous_commit")) {
                settings.add(session.inTransaction("looking", connection -> {
                    try (ResultSet row = connection.createStatement().executeQuery("show " + name)) {
                        row.next();
                        return row.getString(1);
                    }
                }));
            }
            assertThat(settings).containsExactly("10s", "1min", "on");
        } finally {
            server.run("alter role " + server.user() + " reset synchronous_commit");
        }
    }

    private static StaunchException passing(Throwable error) {
        assertThat(error).isInstanceOf(StaunchException.class);
        assertThat(((StaunchException) error).remedy())
                .as("%s", error.getMessage())
                .isEqualTo(Remedy.RETRY);
        return (StaunchException) error;
    }

    private static List<Long> ids() throws Exception {
        List<Long> ids = new ArrayList<>();
        try (var connection = server.connect();
                ResultSet rows = connection.createStatement().executeQuery("select id from lines order by id")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
