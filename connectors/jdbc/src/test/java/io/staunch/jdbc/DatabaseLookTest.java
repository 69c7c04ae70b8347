package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.LookContext;
import io.staunch.runtime.environment.LocalEnvironment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseLookTest {
    static final LookContext CONTEXT = new LookContext(
            "orders", new LocalEnvironment(), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofHours(1));

    record Line(long id, String name) {}

    @Test
    void aDatabaseInMemoryForgets() {
        Database memory = Database.url("jdbc:h2:mem:books");
        for (List<Finding> found : List.of(
                JdbcSink.writeAhead(memory, "lines", Line.class).look(CONTEXT),
                JdbcSource.table(memory, "lines", Line.class).byId("id").look(CONTEXT))) {
            assertThat(found).singleElement().satisfies(each -> {
                assertThat(each.sight()).isEqualTo(Sight.FAILED);
                assertThat(each.told()).contains("in memory is gone");
            });
        }
    }

    @Test
    void aFileIsLookedAtAndNeverMade(@TempDir Path folder) throws Exception {
        Database books = Database.url("jdbc:h2:file:" + folder.resolve("books"));
        assertThat(sights(books, "lines")).containsExactly(Sight.NOT_SEEN);
        assertThat(folder).isEmptyDirectory();
        try (Connection connection = DriverManager.getConnection(books.url())) {
            connection
                    .createStatement()
                    .execute("create table lines (id bigint primary key, name varchar(10) not null)");
        }
        assertThat(sights(books, "lines")).containsExactly(Sight.SEEN);
        assertThat(sights(books, "nowhere")).containsExactly(Sight.FAILED);
    }

    private static List<Sight> sights(Database database, String table) {
        return JdbcSink.writeAhead(database, table, Line.class).look(CONTEXT).stream()
                .map(Finding::sight)
                .toList();
    }
}
