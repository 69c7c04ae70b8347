package io.staunch.jdbc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresServerIT {
    @Test
    void whatItHasCommittedOutlivesItsDeathAndItWritesThrough() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            server.run("create table t (n int)", "insert into t values (1), (2)");
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                assertThat(one(statement, "show fsync")).isEqualTo("on");
                assertThat(one(statement, "show synchronous_commit")).isEqualTo("on");
                connection.setAutoCommit(false);
                statement.execute("insert into t values (3)");
                server.kill();
                assertThat(catchThrowable(connection::commit)).isNotNull();
            }
            server.restart();
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                assertThat(one(statement, "select sum(n) from t")).isEqualTo("3");
            }
        }
    }

    private static String one(Statement statement, String query) throws Exception {
        try (ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getString(1);
        }
    }
}
