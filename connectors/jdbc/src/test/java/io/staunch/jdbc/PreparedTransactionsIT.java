package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.Remedy;
import io.staunch.jdbc.testkit.PostgresServer;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedTransactionsIT extends PreparedOn {
    /** That of {@link PostgresServer}. */
    private static final int KEPT = 20;

    PreparedTransactionsIT() {
        super(PostgresServer.start());
    }

    @Override
    String queryOfPrepared() {
        return "select gid from pg_prepared_xacts";
    }

    @Override
    void rollBack(String prepared) throws Exception {
        server.run("rollback prepared '" + prepared + "'");
    }

    @Override
    List<String> prepareByHand(String name, String... statements) {
        List<String> all = new ArrayList<>(List.of("begin"));
        all.addAll(List.of(statements));
        all.add("prepare transaction '" + name + "'");
        return all;
    }

    @Test
    void aServerThatKeepsNoneOrTooFewIsRefused() throws Exception {
        try (PostgresServer small = PostgresServer.start(List.of("max_prepared_transactions = 0"))) {
            assertThat(refusal(small)).contains("max_prepared_transactions is 0", "postgresql.conf", "writeAhead");
            set(small, 2);
            assertThat(refusal(small)).contains("max_prepared_transactions is 2", "needs 3");
            set(small, 3);
            Preparing.started(JdbcSink.prepared(database(small), "entries", Line.class)
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
        small.run("create table if not exists entries (id bigint primary key, name varchar(10))");
        var sink = JdbcSink.prepared(database(small), "entries", Line.class).createLedger();
        return told(Remedy.FAIL_JOB, catchThrowable(() -> Preparing.started(sink)));
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

    private void fill() throws Exception {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < KEPT; i++) {
            statements.addAll(prepareByHand("filler" + i));
        }
        server.run(statements.toArray(String[]::new));
    }

    /** An idle one is not ended while an interval may still be open, and it is found by its name. */
    @Test
    void theSessionOfAnOpenTransactionHasLimitsAndANameOfItsOwn() throws Exception {
        var key = new LedgerKey("orders", "out");
        try (var connection = new OwnConnection(
                new Pools(),
                database(),
                new PostgresPrepared(),
                new SqlFaults("here", "entries", Remedy.RETRY),
                WriterSessions.name(key),
                () -> "branch")) {
            List<String> settings = new ArrayList<>();
            for (String name : List.of("idle_in_transaction_session_timeout", "lock_timeout", "application_name")) {
                settings.add(connection.inOpenTransaction("looking", (open, branch) -> {
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
}
