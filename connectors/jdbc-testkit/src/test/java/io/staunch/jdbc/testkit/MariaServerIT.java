package io.staunch.jdbc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class MariaServerIT {
    @Test
    void whatItHasCommittedOrPreparedOutlivesItsDeathAndItWritesThrough() throws Exception {
        try (MariaServer server = MariaServer.start(List.of("innodb_autoinc_lock_mode=2"))) {
            server.run("create table t (n int)", "insert into t values (1), (2)");
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                assertThat(one(statement, "select @@innodb_flush_log_at_trx_commit"))
                        .isEqualTo("1");
                assertThat(one(statement, "select @@innodb_autoinc_lock_mode")).isEqualTo("2");
                server.run("xa start 'x'", "insert into t values (10)", "xa end 'x'", "xa prepare 'x'");
                connection.setAutoCommit(false);
                statement.execute("insert into t values (3)");
                server.kill();
                assertThat(catchThrowable(connection::commit)).isNotNull();
            }
            server.restart();
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                assertThat(one(statement, "select sum(n) from t")).isEqualTo("3");
                statement.execute("xa commit 'x'");
                assertThat(one(statement, "select sum(n) from t")).isEqualTo("13");
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
