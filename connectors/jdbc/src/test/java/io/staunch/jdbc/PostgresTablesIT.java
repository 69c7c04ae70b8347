package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.ConfigurationException;
import org.junit.jupiter.api.Test;

class PostgresTablesIT extends TablesOn {
    PostgresTablesIT() {
        super(Place.postgres());
    }

    record Event(long id) {}

    @Test
    void aTableThatACrashOfTheServerEmptiesIsRefusedAndSoIsOneWithSuchAPartition() {
        place.run(
                "create unlogged table events (id bigint primary key)",
                "create table days (id bigint primary key) partition by range (id)",
                "create table days_1 partition of days for values from (0) to (10)",
                "create unlogged table days_2 partition of days for values from (10) to (20)");
        refused("events", "table events is UNLOGGED", "ALTER TABLE events SET LOGGED");
        refused("days", "table days_2 is UNLOGGED", "ALTER TABLE days_2 SET LOGGED");
    }

    private void refused(String table, String... parts) {
        var sink = JdbcSink.writeAhead(place.database(), table, Event.class).createLedger();
        assertThat(catchThrowable(() -> new Writing<>(sink)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("days_1");
    }
}
