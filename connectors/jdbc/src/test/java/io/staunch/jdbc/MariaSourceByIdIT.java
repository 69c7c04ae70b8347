package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MariaSourceByIdIT extends SourceOn {
    MariaSourceByIdIT() {
        super(Place.maria(), false);
    }

    record Entry(long id, String kind) {}

    /** A statement that inserts many rows takes all ids first: of those that meet the condition none may be there yet. */
    @Test
    void aStatementWhoseFirstRowsDoNotMeetTheConditionIsWaitedFor() throws Exception {
        Place place = Place.maria();
        place.run(
                "create table entries (id bigint primary key, kind varchar(10) not null, index (kind))",
                "insert into entries values "
                        + LongStream.range(0, 2_000)
                                .mapToObj(i -> "(" + i + ", 'new')")
                                .collect(Collectors.joining(", ")));
        var query = new RowQuery<>(JdbcSource.table(place.database(), "entries", Entry.class)
                .byId("id")
                .where("kind = 'paid'")
                .options());
        Properties properties = Dialect.MARIADB.properties(place.database());
        properties.setProperty("user", String.valueOf(place.database().user()));
        try (Connection late = place.connect();
                Statement statement = late.createStatement();
                Connection reading =
                        DriverManager.getConnection(place.database().url(), properties)) {
            late.setAutoCommit(false);
            reading.setAutoCommit(false);
            reading.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            statement.execute("insert into entries values (2001, 'new')");
            place.run("insert into entries values (2003, 'paid')");
            assertThat(ids(reading, query)).isEmpty();
            statement.execute("insert into entries values (2002, 'paid')");
            late.commit();
            assertThat(ids(reading, query)).containsExactly(2002L, 2003L);
        }
    }

    private static List<Long> ids(Connection connection, RowQuery<Entry> query) throws SQLException {
        List<Long> ids = query.rows(connection, 0, new RowPosition(null, 1), new RowPosition(null, 2003)).stream()
                .map(each -> each.position().id())
                .toList();
        connection.commit();
        return ids;
    }
}
