package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.testkit.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standby, which follows nobody, beside a server that takes writes. */
class SeveralServersIT {
    record Line(long id) {}

    private PostgresServer standby;

    @BeforeEach
    void standby(@TempDir Path folder) throws Exception {
        standby = PostgresServer.startIn(folder.resolve("standby"));
        standby.run("create table entries (id bigint primary key)", "insert into entries values (1)");
        standby.kill();
        Files.createFile(folder.resolve("standby/data/standby.signal"));
        standby.restart();
    }

    @AfterEach
    void stop() {
        standby.close();
    }

    /** Also if another one is named first: what a source knows to be settled on the primary may not be there yet on a standby. */
    @Test
    void ofSeveralServersThePrimaryIsTaken() throws Exception {
        try (PostgresServer primary = PostgresServer.start()) {
            String both =
                    "jdbc:postgresql://127.0.0.1:" + standby.port() + ",127.0.0.1:" + primary.port() + "/postgres";
            try (Session session = session(both)) {
                assertThat(session.inTransaction("looking", SeveralServersIT::isStandby))
                        .isFalse();
            }
        }
    }

    private static boolean isStandby(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("select pg_is_in_recovery()")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    /** It gives transactions no numbers, so nobody knows there when all rows have come. */
    @Test
    void onAStandbyASourceWaits() throws Exception {
        var query = new RowQuery<>(JdbcSource.table(database(standby.url()), "entries", Line.class)
                .byId("id")
                .options());
        try (Session session = session(standby.url())) {
            assertThat(session.inTransaction("looking", SeveralServersIT::isStandby))
                    .isTrue();
            Throwable error =
                    catchThrowable(() -> session.inTransaction("looking", connection -> query.look(connection, true)));
            assertThat(error).isInstanceOf(StaunchException.class).hasMessageContaining("during recovery");
            assertThat(((StaunchException) error).remedy()).isEqualTo(Remedy.RETRY);
        }
    }

    private Session session(String url) {
        return new Session(new Pools(), database(url), new SqlFaults("here", "entries", Remedy.RETRY));
    }

    private Database database(String url) {
        return Database.url(url).user(standby.user());
    }
}
