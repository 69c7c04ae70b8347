package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.Remedy;
import io.staunch.guarantee.Finding;
import io.staunch.jdbc.testkit.MariaServer;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MariaPreparedTransactionsIT extends PreparedOn {
    MariaPreparedTransactionsIT() {
        super(MariaServer.start());
    }

    @Override
    String queryOfPrepared() {
        return "xa recover";
    }

    @Override
    void rollBack(String prepared) throws Exception {
        try (var connection = server.connect()) {
            MariaPreparedIT.rollBack(connection, prepared);
        }
    }

    @Override
    List<String> prepareByHand(String name, String... statements) {
        List<String> all = new ArrayList<>(List.of("xa start '" + name + "'"));
        all.addAll(List.of(statements));
        all.addAll(List.of("xa end '" + name + "'", "xa prepare '" + name + "'"));
        return all;
    }

    /** Its session may end it, and nobody else as long as that is there: it is not taken for committed, nor for gone. */
    @Test
    void whatASessionHasPreparedThatIsStillThereIsWaitedFor() throws Exception {
        var sink = JdbcSink.prepared(database().lockTimeout(Duration.ofSeconds(1)), "entries", Line.class)
                .createLedger();
        var key = new LedgerKey("orders", Preparing.context(sink).resource());
        try (var job = Preparing.started(sink)) {
            var transactions = new MariaPrepared(evidence());
            try (var connection = server.connect();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                transactions.begin(connection, "staunch_x");
                statement.execute("insert into entries values (1, 'a')");
                evidence().add(connection, key, "t1", "staunch_x");
                assertThat(job.commits().prepared()).isEmpty();
                transactions.prepare(connection, "t1", "staunch_x");
                assertThat(job.commits().prepared()).containsExactly("t1");
                assertThat(told(Remedy.RETRY, catchThrowable(() -> job.commits().commit("t1"))))
                        .contains("still there");
                assertThat(job.commits().committed(List.of("t1"))).isEmpty();
            }
            assertThat(job.commits().commit("t1")).isTrue();
            assertThat(job.commits().committed(List.of("t1"))).containsExactly("t1");
        }
        assertThat(ids()).containsExactly(1L);
    }

    /** By hand or by a script: neither committed nor there. */
    @Test
    void whatSomebodyHasRolledBackIsNotTakenForCommitted() throws Exception {
        try (var job = Preparing.started(sink())) {
            job.prepare("t1", line(1));
            assertThat(job.commits().prepared()).containsExactly("t1");
            job.commits().abort("other");
            rollBackAll();
            assertThat(job.commits().prepared()).isEmpty();
            assertThat(job.commits().commit("t1")).isFalse();
            assertThat(job.commits().committed(List.of("t1"))).isEmpty();
        }
        assertThat(ids()).isEmpty();
    }

    /** In the moment in which its session is half gone the server says that it has committed one, and has not. */
    @Test
    void manyAreCommittedAsSoonAsTheyArePrepared() throws Exception {
        int many = 50;
        try (var job = Preparing.started(sink())) {
            for (int i = 0; i < many; i++) {
                job.prepare("t" + i, line(i));
                assertThat(job.commits().commit("t" + i)).isTrue();
                assertThat(job.commits().committed(List.of("t" + i))).hasSize(1);
            }
        }
        assertThat(ids()).hasSize(many);
    }

    @Test
    void aUserWhoDoesNotSeeSessionsIsRefused() throws Exception {
        server.run(
                "create or replace user other@'%'",
                "grant select, insert, update, delete, create on staunch.* to other@'%'");
        var sink = JdbcSink.prepared(database().user("other"), "entries", Line.class)
                .createLedger();
        assertThat(told(Remedy.FAIL_JOB, catchThrowable(() -> Preparing.started(sink))))
                .contains("GRANT PROCESS ON *.*");
        assertThat(sink.look(DatabaseLookTest.CONTEXT))
                .anyMatch(each ->
                        each.sight() == Finding.Sight.FAILED && each.told().contains("PROCESS"));
    }

    private static Evidence evidence() {
        return new Evidence(TableName.checked("staunch_ledger_evidence"), Dialect.MARIADB, true);
    }
}
