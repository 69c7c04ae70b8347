package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.testkit.DatabaseLink;
import io.staunch.jdbc.testkit.DatabaseServer;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Connections and the server itself are lost, and come back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LostConnectionsOn {
    record Line(long id, String name) {}

    final DatabaseServer server;
    private final DatabaseLink link;

    LostConnectionsOn(DatabaseServer server) {
        this.server = server;
        link = DatabaseLink.before(server);
    }

    @AfterAll
    void stop() {
        link.close();
        server.close();
    }

    @BeforeEach
    void table() throws Exception {
        server.run(
                "drop table if exists entries, staunch_ledger, staunch_ledger_identity",
                "create table entries (id bigint, name varchar(10))");
    }

    private JdbcWriteAheadSink<Line> sink() {
        Database database = Database.url(server.url().replace(":" + server.port(), ":" + link.port()))
                .user(server.user())
                .property("prepareThreshold", "0")
                .lockTimeout(Duration.ofSeconds(1))
                .answerTimeout(Duration.ofSeconds(2));
        return JdbcSink.writeAhead(database, "entries", Line.class).createLedger();
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

    /** F17: what an older process is about to commit is there when its successor reads the ledger, or never. */
    @Test
    void whoFencesWaitsForATransactionThatIsUnderWay() throws Exception {
        var underWay = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        List<Line> slow = new AbstractList<>() {
            @Override
            public Line get(int index) {
                underWay.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return new Line(1, "a");
            }

            @Override
            public int size() {
                return 1;
            }
        };
        try (var older = Writing.started(sink());
                var newer = new Writing<>(sink())) {
            newer.connection().peek();
            var writes = CompletableFuture.runAsync(() ->
                    assertThatNoException().isThrownBy(() -> older.connection().apply(older.interval(1, slow))));
            underWay.await();
            assertThat(passing(catchThrowable(() -> newer.connection().fence())))
                    .hasMessageContaining("fencing older processes failed: somebody else holds rows");
            goOn.countDown();
            writes.join();
            newer.connection().fence();
            assertThat(newer.connection().read().entry())
                    .extracting("committed")
                    .isEqualTo(1L);
        }
        assertThat(ids()).containsExactly(1L);
    }

    /** Nobody knows it any more when the commit is found to have taken effect. */
    @Test
    void whatIsPassedOverIsInTheLogAlsoIfTheAnswerToItsCommitIsLost() throws Exception {
        try (var writing = Writing.started(sink().skipRefusedRecords())) {
            link.loseAnswerToNextCommit();
            String log = Logged.by(() -> {
                passing(catchThrowable(
                        () -> writing.apply(1, new Line(1, "a"), new Line(2, "longer than the column"))));
                writing.apply(1, new Line(1, "a"), new Line(2, "longer than the column"));
            });
            assertThat(log).contains("record 2 of 2 of checkpoint 1, which the database refuses", "is passed over");
        }
        assertThat(ids()).containsExactly(1L);
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

    /** Of a session, one after the other. */
    List<String> settings(String... queries) throws Exception {
        try (var session = new Session(
                new Pools(),
                Database.url(server.url()).user(server.user()),
                new SqlFaults("here", "none", Remedy.RETRY))) {
            List<String> settings = new ArrayList<>();
            for (String query : queries) {
                settings.add(session.inTransaction("looking", connection -> {
                    try (ResultSet row = connection.createStatement().executeQuery(query)) {
                        row.next();
                        return row.getString(1);
                    }
                }));
            }
            return settings;
        }
    }

    private static StaunchException passing(Throwable error) {
        assertThat(error).isInstanceOf(StaunchException.class);
        assertThat(((StaunchException) error).remedy())
                .as("%s", error.getMessage())
                .isEqualTo(Remedy.RETRY);
        return (StaunchException) error;
    }

    private List<Long> ids() throws Exception {
        List<Long> ids = new ArrayList<>();
        try (var connection = server.connect();
                ResultSet rows = connection.createStatement().executeQuery("select id from entries order by id")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
