package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.NumberedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the benchmark finds in a real table. */
class TableLandingIT {
    private static final long RECORDS = 5;
    private static TableLanding landing;

    @BeforeAll
    static void start() throws SQLException {
        landing = new TableLanding(RECORDS);
    }

    @AfterAll
    static void stop() throws SQLException {
        landing.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        landing.server().run("truncate events");
    }

    /** In one transaction. */
    private static void write(NumberedRow... rows) throws SQLException {
        try (Connection connection = landing.server().connect();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into events (part, place, key, value) values (?, ?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (NumberedRow row : rows) {
                insert.setInt(1, row.part());
                insert.setLong(2, row.place());
                insert.setString(3, row.key());
                insert.setString(4, row.value());
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    @Test
    void theFirstRowsOfEachPartitionAreExactAndTheirCommitsAreKnown() throws SQLException {
        assertThat(landing.begun()).isFalse();
        assertThat(landing.check()).startsWith("NOT EXACT");
        write(NumberedRow.of(0, 0), NumberedRow.of(1, 0), NumberedRow.of(0, 1));
        assertThat(landing.begun()).isTrue();
        assertThat(landing.ended()).isFalse();
        write(NumberedRow.of(1, 1), NumberedRow.of(0, 2));
        assertThat(landing.ended()).isTrue();
        assertThat(landing.check()).isEqualTo(Run.EXACT);
        assertThat(landing.commits().all()).extracting(Commits.Commit::rows).containsExactly(3L, 2L);
    }

    @Test
    void aRowThatIsMissingIsNoticed() throws SQLException {
        write(NumberedRow.of(0, 0), NumberedRow.of(0, 2));
        assertThat(landing.check()).isEqualTo("NOT EXACT: 2 rows of the first 3 of partition 0, of which 0 are wrong");
    }

    @Test
    void aRowThatIsAnotherIsNoticed() throws SQLException {
        NumberedRow right = NumberedRow.of(1, 0);
        write(new NumberedRow(1, 0, "key-0", right.value()));
        assertThat(landing.check()).contains("of which 1 are wrong");
        landing.server().run("truncate events");
        write(new NumberedRow(1, 0, right.key(), right.value() + " "));
        assertThat(landing.check()).contains("of which 1 are wrong");
    }

    @Test
    void aRowBeyondTheTopicIsNoticed() throws SQLException {
        write(NumberedRow.of(1, 0), NumberedRow.of(1, 1), NumberedRow.of(1, 2));
        assertThat(landing.check()).contains("partition 1");
    }
}
