package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.testkit.PostgresLink;
import io.staunch.jdbc.testkit.PostgresServer;
import io.staunch.sink.RefusedRecordsException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is prepared, while servers, connections and processes are lost, and while somebody else is there. */
class PreparedTransactionsIT {
    record Line(long id, String name) {}

    /** That of {@link PostgresServer}. */
    private static final int KEPT = 20;

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
        rollBackAll();
        server.run(
                "drop table if exists lines, staunch_ledger, staunch_ledger_identity, staunch_ledger_evidence",
                "create table lines (id bigint primary key, name varchar(10))");
    }

    private static Database database() {
        return Database.url("jdbc:postgresql://127.0.0.1:" + link.port() + "/postgres")
                .user(server.user())
                .property("prepareThreshold", "0")
                .lockTimeout(Duration.ofSeconds(1))
                .answerTimeout(Duration.ofSeconds(4));
    }

    private static JdbcPreparedSink<Line> sink() {
        return JdbcSink.prepared(database(), "lines", Line.class).createLedger();
    }

    private static Line line(long id) {
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

    @Test
    void aServerThatKeepsNoneOrTooFewIsRefused() throws Exception {
        try (PostgresServer small = PostgresServer.start(List.of("max_prepared_transactions = 0"))) {
            assertThat(refusal(small)).contains("max_prepared_transactions is 0", "postgresql.conf", "writeAhead");
            set(small, 2);
            assertThat(refusal(small)).contains("max_prepared_transactions is 2", "needs 3");
            set(small, 3);
            Preparing.started(JdbcSink.prepared(database(small), "lines", Line.class)
                            .createLedger())
                    .close();
        }
    }

    private static void set(PostgresServer small, int most) throws Exception {
        small.run("alter system set max_prepared_transactions = " + most);
        small.kill();
        small.restart();
    }

    private static Database database(PostgresServer of) {
        return Database.url(of.url()).user(of.user());
    }

    private static String refusal(PostgresServer small) throws Exception {
        small.run("create table if not exists lines (id bigint primary key, name varchar(10))");
        var sink = JdbcSink.prepared(database(small), "lines", Line.class).createLedger();
        return told(Remedy.FAIL_JOB, catchThrowable(() -> Preparing.started(sink)));
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
            server.run("begin", "insert into lines values (9, 'x')", "prepare transaction 'theirs'");
            probe(session, "orders", 3).run();
            assertThat(job.commits().prepared()).hasSize(2).contains("theirs");
        }
    }

    /** The database was away just after it was prepared: the start that followed found it too new, and another one may be far away. */
    @Test
    void aProbeThatAStartHasLeftIsRolledBackWhileTheJobRuns() throws Exception {
        // Nothing is too new, and nothing is waited for any shorter for that.
        JdbcPreparedSink<Line> sink = JdbcSink.prepared(
                        database().answerTimeout(Duration.ofMillis(1)).property("socketTimeout", "4"),
                        "lines",
                        Line.class)
                .createLedger();
        var key = new LedgerKey("orders", Preparing.context(sink).resource());
        try (var session = session();
                var job = Preparing.started(sink)) {
            probe(session, key, 1).prepareAndDisconnect();
            probe(session, "payments", 2).prepareAndDisconnect();
            job.commits().prepared();
            assertThat(texts("select gid from pg_prepared_xacts")).hasSize(1);
        }
    }

    private static PreparedProbe probe(Session session, String name, long id) {
        return probe(session, new LedgerKey(name, "out"), id);
    }

    /** With a time for an answer after which everything is old. */
    private static PreparedProbe probe(Session session, LedgerKey key, long id) {
        Evidence evidence = Evidence.beside(new Ledger(TableName.checked("staunch_ledger"), Dialect.POSTGRESQL, true));
        return new PreparedProbe(
                session, evidence, key, database().answerTimeout(Duration.ofMillis(1)), new java.util.UUID(0, id));
    }

    private static Session session() {
        return new Session(new Pools(), database(), new SqlFaults("here", "lines", Remedy.RETRY));
    }

    @Test
    void aServerWithoutRoomIsNamedAtTheStartAndWhilePreparing() throws Exception {
        try (var job = Preparing.started(sink())) {
            fill();
            assertThat(told(Remedy.RESTART_FROM_CHECKPOINT, catchThrowable(() -> job.prepare("t1", line(1)))))
                    .contains("transaction t1 can't be prepared", "max_prepared_transactions", "sinkLag");
            assertThat(told(Remedy.RETRY, catchThrowable(() -> Preparing.started(sink()))))
                    .contains("no transaction can be prepared", "max_prepared_transactions", "pg_prepared_xacts");
        }
    }

    private static void fill() throws Exception {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < KEPT; i++) {
            statements.addAll(List.of("begin", "prepare transaction 'filler" + i + "'"));
        }
        server.run(statements.toArray(String[]::new));
    }

    @Test
    void whoHoldsRowsByAPreparedTransactionIsNamed() throws Exception {
        server.run("begin", "insert into lines values (7, 'x')", "prepare transaction 'theirs'");
        try (var job = Preparing.started(sink());
                var other = Writing.started(
                        JdbcSink.writeAhead(database(), "lines", Line.class).createLedger())) {
            assertThat(told(Remedy.RESTART_FROM_CHECKPOINT, catchThrowable(() -> job.prepare("t1", line(7)))))
                    .contains("table lines: writing failed", "lockTimeout", "'theirs' of role", "ROLLBACK PREPARED");
            assertThat(told(Remedy.RETRY, catchThrowable(() -> other.apply(1, line(7)))))
                    .contains("writing checkpoint 1", "'theirs' of role");
        }
        server.run("rollback prepared 'theirs'");
        try (var job = Preparing.started(sink())) {
            job.prepare("t2", line(7));
            job.commits().commit("t2");
        }
        assertThat(ids()).containsExactly(7L);
    }

    /** Its open transaction would keep its rows from the newer one. */
    @Test
    void whoFencesEndsTheOpenTransactionOfAnOlderProcess() throws Exception {
        Line[] many = IntStream.range(0, RowBatch.ROWS)
                .mapToObj(PreparedTransactionsIT::line)
                .toArray(Line[]::new);
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

    /** An idle one is not ended while an interval may still be open, and it is found by its name. */
    @Test
    void theSessionOfAnOpenTransactionHasLimitsAndANameOfItsOwn() throws Exception {
        var key = new LedgerKey("orders", "out");
        try (var connection = new OwnConnection(
                new Pools(), database(), new SqlFaults("here", "lines", Remedy.RETRY), WriterSessions.name(key))) {
            List<String> settings = new ArrayList<>();
            for (String name : List.of("idle_in_transaction_session_timeout", "lock_timeout", "application_name")) {
                settings.add(connection.inOpenTransaction("looking", open -> {
                    try (Statement show = open.createStatement();
                            ResultSet row = show.executeQuery("show " + name)) {
                        row.next();
                        return row.getString(1);
                    }
                }));
            }
            assertThat(settings).containsExactly("15min", "1s", "staunch writer " + key.id());
        }
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
        Writing.started(JdbcSink.writeAhead(database(), "lines", Line.class).createLedger())
                .close();
        JdbcPreparedSink<Line> sink = JdbcSink.prepared(database(), "lines", Line.class);
        String told = told(Remedy.FAIL_JOB, catchThrowable(() -> Preparing.started(sink)));
        assertThat(told).contains("no table \"staunch_ledger_evidence\"", "createLedger()");
        server.run(told.substring(told.indexOf("CREATE TABLE")));
        Preparing.started(sink).close();
    }

    private static String told(Remedy remedy, Throwable error) {
        assertThat(error).isInstanceOf(StaunchException.class);
        assertThat(((StaunchException) error).remedy())
                .as("%s", error.getMessage())
                .isEqualTo(remedy);
        return String.valueOf(error.getMessage());
    }

    private static void rollBackAll() throws Exception {
        for (String each : texts("select gid from pg_prepared_xacts")) {
            server.run("rollback prepared '" + each + "'");
        }
    }

    private static List<Long> ids() throws Exception {
        return texts("select id from lines order by id").stream()
                .map(Long::valueOf)
                .toList();
    }

    private static List<String> texts(String query) throws Exception {
        List<String> texts = new ArrayList<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
