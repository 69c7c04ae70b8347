package io.staunch.jdbc.simulation;

import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.jdbc.JdbcSource;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.DatabaseSinks;
import io.staunch.testkit.simulation.random.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tables of random pipelines, one for each sink and source, named after them and after how they are used. */
record RandomTables() implements DatabaseSinks {
    private static final String BY_KEY = "_by_key";
    private static final String READ = "_read";
    private static final String COLUMNS =
            "id INTEGER NOT NULL, \"KEY\" INTEGER NOT NULL, \"VALUE\" BIGINT NOT NULL, text VARCHAR(2000) NOT NULL";

    private static final List<String> CALLS =
            List.of("jdbc.connect", "jdbc.look", "jdbc.query", "jdbc.lock", "jdbc.write", "jdbc.commit");

    /** Longer than the simulation's own transactions; see {@link TableFeed}. */
    private static final Duration SETTLE = Duration.ofNanos(TableFeed.LONGEST_NANOS + 10_000_000);

    private static final Database DATABASE = Database.url("jdbc:h2:/simulated/random")
            .lockTimeout(Duration.ofMillis(300))
            .answerTimeout(Duration.ofSeconds(1));

    @Override
    public OutsideKind outside() {
        return new SimulatedDatabaseKind(List.of(), RandomTables::made, RandomTables::output, Counted.VERSIONS);
    }

    @Override
    public List<String> calls() {
        return CALLS;
    }

    @Override
    public Sink<Item> sink(String name, Way way) {
        String table = table(name);
        return switch (way) {
            case WRITE_AHEAD -> JdbcSink.writeAhead(DATABASE, table, Item.class).createLedger();
            case UPSERT ->
                JdbcSink.upsert(DATABASE, table + BY_KEY, Item.class)
                        .key("track")
                        .createLedger();
            case INSERT -> JdbcSink.insert(DATABASE, table, Item.class);
        };
    }

    /** A source of items. */
    Source<Item> source(String name) {
        return JdbcSource.table(DATABASE, table(name) + READ, Item.class)
                .byId("row_id")
                .settle(SETTLE)
                .pollEvery(Duration.ofMillis(5));
    }

    private static String table(String name) {
        return name.replace('-', '_');
    }

    private static List<String> made(String table) {
        String first = table.endsWith(READ) ? "row_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, " : "";
        String key = table.endsWith(BY_KEY) ? " PRIMARY KEY" : "";
        return List.of("CREATE TABLE " + table + " (" + first + "track BIGINT NOT NULL" + key + ", " + COLUMNS + ")");
    }

    private static Output output(String table, Map<String, @Nullable Object> row) {
        long track = number(row, "track").longValue();
        return new Output(
                0,
                track,
                new Item(
                        track,
                        number(row, "id").intValue(),
                        number(row, "key").intValue(),
                        number(row, "value").longValue(),
                        (String) Objects.requireNonNull(row.get("text"))));
    }

    private static Number number(Map<String, @Nullable Object> row, String column) {
        return (Number) Objects.requireNonNull(row.get(column));
    }
}
