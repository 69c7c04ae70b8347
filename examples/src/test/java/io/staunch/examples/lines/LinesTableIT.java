package io.staunch.examples.lines;

import io.staunch.environment.Environment;
import io.staunch.jdbc.testkit.PostgresServer;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.secret.Secret;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.testkit.contract.TwoPhaseCommitContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What every such sink does, this one on a real PostgreSQL. */
class LinesTableIT extends TwoPhaseCommitContract {
    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void emptyTables() throws SQLException {
        for (String token : names("SELECT gid FROM pg_prepared_xacts")) {
            server.run("ROLLBACK PREPARED '" + token + "'");
        }
        server.run("DROP TABLE IF EXISTS lines, lines_evidence, lines_ledger, lines_identity", LinesTable.TABLES);
    }

    @Override
    protected TwoPhaseCommitSink<String> sink() {
        return new LinesTable(server.url(), server.user(), Secret.of(() -> "none is asked for"));
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected List<String> written() {
        try {
            return names("SELECT line FROM lines ORDER BY number");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> names(String query) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = server.connect();
                ResultSet rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
