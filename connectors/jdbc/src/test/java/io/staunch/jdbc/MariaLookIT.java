package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.ConfigurationException;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.jdbc.testkit.MariaServer;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.source.SourceContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is seen of a MariaDB before a job starts. */
class MariaLookIT {
    record Line(long id, String name) {}

    private static final String LINES = "create table lines (id bigint primary key, name varchar(10))";

    @Test
    void aServerThatKeepsWhatItPromisesIsSeenAndNothingIsMadeThere() {
        Place place = Place.maria();
        place.run(LINES);
        Database database = place.database();
        List<Finding> prepared =
                JdbcSink.prepared(database, "lines", Line.class).createLedger().look(DatabaseLookTest.CONTEXT);
        assertThat(told(prepared, Sight.SEEN)).contains("no limit to prepared transactions");
        List<Finding> read = source(database).look(DatabaseLookTest.CONTEXT);
        assertThat(told(read, Sight.SEEN)).contains("innodb_autoinc_lock_mode=1");
        for (List<Finding> found : List.of(
                prepared,
                read,
                JdbcSink.writeAhead(database, "lines", Line.class)
                        .createLedger()
                        .look(DatabaseLookTest.CONTEXT))) {
            assertThat(told(found, Sight.FAILED)).isEmpty();
            assertThat(told(found, Sight.SEEN))
                    .contains("innodb_flush_log_at_trx_commit=1", "innodb_doublewrite=ON", "table lines is there");
            assertThat(told(found, Sight.NOT_SEEN)).contains("one that follows it");
        }
        assertThat(place.rows("select table_name from information_schema.tables where table_schema = database()"))
                .containsExactly("lines");
    }

    @Test
    void whatCanLoseRowsIsNamedAndAReplicaIsNotRead() throws Exception {
        try (MariaServer server = MariaServer.start(List.of(
                "innodb_flush_log_at_trx_commit=2",
                "log_bin",
                "sync_binlog=0",
                "innodb_doublewrite=0",
                "innodb_autoinc_lock_mode=2"))) {
            server.run(LINES.replace("lines", "entries") + " engine = MyISAM", "set global read_only = 1");
            Database database = Database.url(server.url()).user(server.user());
            assertThat(told(
                            JdbcSink.writeAhead(database, "entries", Line.class).look(DatabaseLookTest.CONTEXT),
                            Sight.FAILED))
                    .contains(
                            "innodb_flush_log_at_trx_commit=2",
                            "sync_binlog=0",
                            "innodb_doublewrite=OFF",
                            "read only",
                            "engine MyISAM");
            JdbcSource<Line> source =
                    JdbcSource.table(database, "entries", Line.class).byId("id");
            assertThat(told(source.look(DatabaseLookTest.CONTEXT), Sight.FAILED))
                    .contains("innodb_autoinc_lock_mode=2", "read only", "engine MyISAM");
            var context = new SourceContext("orders", "in", 0, new LocalEnvironment(), () -> {}, error -> {});
            assertThat(catchThrowable(() -> source.enumerator(context).firstSplits()))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("read from the primary")
                    .hasMessageContaining("only InnoDB");
        }
    }

    private static JdbcSource<Line> source(Database database) {
        return JdbcSource.table(database, "lines", Line.class).byId("id");
    }

    private static String told(List<Finding> findings, Sight sight) {
        return String.join(
                "\n",
                findings.stream()
                        .filter(each -> each.sight() == sight)
                        .map(Finding::told)
                        .toList());
    }
}
