package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.testkit.DatabaseLink;
import io.staunch.jdbc.testkit.DatabaseServer;
import io.staunch.sink.RefusedRecordsException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is prepared, while servers, connections and processes are lost, and while somebody else is there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PreparedOn {
    record Line(long id, String name) {}

    final DatabaseServer server;
    private final DatabaseLink link;

    PreparedOn(DatabaseServer server) {
        this.server = server;
        link = DatabaseLink.before(server);
    }

    /** The query for the names that the server has for what is prepared. */
    abstract String queryOfPrepared();

    /** Rolls one of them back by hand. */
    abstract void rollBack(String prepared) throws Exception;

    /** The statements by which somebody else prepares a transaction. */
    abstract List<String> prepareByHand(String name, String... statements);

    @AfterAll
    void stop() {
        link.close();
        server.close();
    }

    @BeforeEach
    void table() throws Exception {
        rollBackAll();
        server.run(
                "drop table if exists entries, staunch_ledger, staunch_ledger_identity, staunch_ledger_evidence",
                "create table entries (id bigint primary key, name varchar(10))");
    }

    Database database() {
        return Database.url(server.url().replace(":" + server.port(), ":" + link.port()))
                .user(server.user())
                .property("prepareThreshold", "0")
                .lockTimeout(Duration.ofSeconds(1))
                .answerTimeout(Duration.ofSeconds(4));
    }

    JdbcPreparedSink<Line> sink() {
        return JdbcSink.prepared(database(), "entries", Line.class).createLedger();
    }

    static Line line(long id) {
        return new Line(id, "n" + id);
    }

    @Test
    void whatIsPreparedOutlivesAServerAndAProcessThatAreKilled() throws Exception {
        try (var older = Preparing.started(sink())) {
            older.prepare("t1", line(1), line(2));
            server.kill();
        }
        server.restart();
        try (var newer = Preparing.started(sink())) {
            assertThat(newer.commits().prepared()).containsExactly("t1");
            assertThat(newer.commits().committed(List.of("t1"))).isEmpty();
            assertThat(newer.commits().commit("t1")).isTrue();
            assertThat(newer.commits().committed(List.of("t1"))).containsExactly("t1");
        }
        assertThat(ids()).containsExactly(1L, 2L);
    }

    /** F18. */
    @Test
    void aCommitWhoseAnswerIsLostIsFoundByItsEvidence() throws Exception {
        try (var job = Preparing.started(sink())) {
            job.prepare("t1", line(1));
            link.loseAnswerToNextCommit();
            told(Remedy.RETRY, catchThrowable(() -> job.commits().commit("t1")));
            assertThat(job.commits().commit("t1")).isFalse();
            assertThat(job.commits().committed(List.of("t1", "t2"))).containsExactly("t1");
        }
        assertThat(ids()).containsExactly(1L);
    }

    @Test
    void aCommitThatNeverArrivesHasNoEffectUntilItComesAgain() throws Exception {
        try (var job = Preparing.started(sink())) {
            job.prepare("t1", line(1));
            link.loseNextCommit();
            told(Remedy.RETRY, catchThrowable(() -> job.commits().commit("t1")));
            assertThat(ids()).isEmpty();
            assertThat(job.commits().commit("t1")).isTrue();
        }
        assertThat(ids()).containsExactly(1L);
    }

    /** A pooler that ends what its clients leave, a script that tidies up, a database that only seems to be PostgreSQL. */
    @Test
    void aDatabaseThatForgetsWhatIsPreparedIsRefused() throws Exception {
        try (var session = session();
                var job = Preparing.started(sink())) {
            PreparedProbe probe = probe(session, "orders", 1);
            probe.prepareAndDisconnect();
            rollBackAll();
            assertThat(told(Remedy.FAIL_JOB, catchThrowable(probe::findAndCommit)))
                    .contains("was gone", "staunch_probe_", "writeAhead");
            PreparedProbe kept = probe(session, "orders", 2);
            kept.prepareAndDisconnect();
            kept.findAndCommit();
            assertThat(texts("select name from staunch_ledger_evidence")).isEmpty();
            assertThat(job.commits().prepared()).isEmpty();
        }
    }

    @Test
    void aProbeThatAProcessHasLeftIsRolledBackByTheNextOneOfItsJob() throws Exception {
        try (var session = session();
                var job = Preparing.started(sink())) {
            probe(session, "orders", 1).prepareAndDisconnect();
            probe(session, "payments", 2).prepareAndDisconnect();
            run(prepareByHand("theirs", "insert into entries values (9, 'x')"));
            probe(session, "orders", 3).run();
            assertThat(texts(queryOfPrepared())).hasSize(2).contains("theirs");
            assertThat(job.commits().prepared()).isNotEmpty();
        }
    }

    /** The database was away just after it was prepared: the start that followed found it too new, and another one may be far away. */
    @Test
    void aProbeThatAStartHasLeftIsRolledBackWhileTheJobRuns() throws Exception {
        // Nothing is too new, and nothing is waited for any shorter for that.
        JdbcPreparedSink<Line> sink = JdbcSink.prepared(
                        database().answerTimeout(Duration.ofMillis(1)).property("socketTimeout", "4000"),
                        "entries",
                        Line.class)
                .createLedger();
        var key = new LedgerKey("orders", Preparing.context(sink).resource());
        try (var session = session();
                var job = Preparing.started(sink)) {
            probe(session, key, 1).prepareAndDisconnect();
            probe(session, "payments", 2).prepareAndDisconnect();
            job.commits().prepared();
            assertThat(texts(queryOfPrepared())).hasSize(1);
        }
    }

    PreparedProbe probe(Session session, String name, long id) {
        return probe(session, new LedgerKey(name, "out"), id);
    }

    /** With a time for an answer after which everything is old. */
    PreparedProbe probe(Session session, LedgerKey key, long id) {
        Evidence evidence = Evidence.beside(
                new Ledger(TableName.checked("staunch_ledger"), database().dialect(), true));
        return new PreparedProbe(
                session, evidence, key, database().answerTimeout(Duration.ofMillis(1)), new java.util.UUID(0, id));
    }

    Session session() {
        return new Session(new Pools(), database(), new SqlFaults("here", "entries", Remedy.RETRY));
    }

    @Test
    void whoHoldsRowsByAPreparedTransactionIsNamed() throws Exception {
        run(prepareByHand("theirs", "insert into entries values (7, 'x')"));
        try (var job = Preparing.started(sink());
                var other = Writing.started(
                        JdbcSink.writeAhead(database(), "entries", Line.class).createLedger())) {
            assertThat(told(Remedy.RESTART_FROM_CHECKPOINT, catchThrowable(() -> job.prepare("t1", line(7)))))
                    .contains("table entries: writing failed", "lockTimeout", "theirs", "whoever prepared it");
            assertThat(told(Remedy.RETRY, catchThrowable(() -> other.apply(1, line(7)))))
                    .contains("writing checkpoint 1", "theirs");
        }
        rollBack("theirs");
        try (var job = Preparing.started(sink())) {
            job.prepare("t2", line(7));
            job.commits().commit("t2");
        }
        assertThat(ids()).containsExactly(7L);
    }

    /** Its open transaction would keep its rows from the newer one. */
    @Test
    void whoFencesEndsTheOpenTransactionOfAnOlderProcess() throws Exception {
        Line[] many =
                IntStream.range(0, RowBatch.ROWS).mapToObj(PreparedOn::line).toArray(Line[]::new);
        try (var older = Preparing.started(sink())) {
            older.write(many);
            try (var newer = Preparing.started(sink())) {
                newer.prepare("t2", many);
                told(Remedy.RESTART_FROM_CHECKPOINT, catchThrowable(() -> older.prepare("t1", line(-1))));
                assertThat(newer.commits().prepared()).containsExactly("t2");
                assertThat(newer.commits().commit("t2")).isTrue();
            }
        }
        assertThat(ids()).hasSize(RowBatch.ROWS);
    }

    /** Also one that is in the way of a record that was sent long before it. */
    @Test
    void recordsThatOnlyTheDatabaseRefusesAreNamedByTheirOrigins() throws Exception {
        List<Line> lines = new ArrayList<>();
        IntStream.range(0, RowBatch.ROWS + 5).forEach(i -> lines.add(line(i)));
        lines.set(RowBatch.ROWS + 2, line(3));
        try (var job = Preparing.started(sink())) {
            var refused = catchThrowableOfType(
                    RefusedRecordsException.class, () -> job.prepare("t1", lines.toArray(Line[]::new)));
            assertThat(refused.refused()).singleElement().satisfies(each -> {
                assertThat(each.origin()).isEqualTo(RowBatch.ROWS + 2);
                assertThat(each.reason()).contains("same unique values").doesNotContain("n3");
            });
            assertThat(job.commits().prepared()).isEmpty();
        }
        assertThat(ids()).isEmpty();
    }

    @Test
    void whatIsMissingBesideTheLedgerIsNamedWithTheStatementThatMakesIt() throws Exception {
        Writing.started(JdbcSink.writeAhead(database(), "entries", Line.class).createLedger())
                .close();
        JdbcPreparedSink<Line> sink = JdbcSink.prepared(database(), "entries", Line.class);
        String told = told(Remedy.FAIL_JOB, catchThrowable(() -> Preparing.started(sink)));
        assertThat(told).contains("staunch_ledger_evidence", "createLedger()");
        server.run(told.substring(told.indexOf("CREATE TABLE")));
        Preparing.started(sink).close();
    }

    static String told(Remedy remedy, Throwable error) {
        assertThat(error).isInstanceOf(StaunchException.class);
        assertThat(((StaunchException) error).remedy())
                .as("%s", error.getMessage())
                .isEqualTo(remedy);
        return String.valueOf(error.getMessage());
    }

    private void run(List<String> statements) throws Exception {
        server.run(statements.toArray(String[]::new));
    }

    void rollBackAll() throws Exception {
        for (String each : texts(queryOfPrepared())) {
            rollBack(each);
        }
    }

    List<Long> ids() throws Exception {
        return texts("select id from entries order by id").stream()
                .map(Long::valueOf)
                .toList();
    }

    List<String> texts(String query) throws Exception {
        List<String> texts = new ArrayList<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(rows.getMetaData().getColumnCount()));
            }
        }
        return texts;
    }
}
