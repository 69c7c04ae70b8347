package io.staunch.verification.bench;

import io.staunch.jdbc.testkit.PostgresServer;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.NumberedRow;
import io.staunch.verification.bench.run.Values;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of a PostgreSQL that is made for one run. It notes when each transaction commits, so that what was visible when is known
 * afterwards, and nobody has to look meanwhile.
 */
final class TableLanding implements Landing {
    /** Writes through, as it does by default. Neither its own checkpoints nor vacuum fall into a run, into one more than into another. */
    private static final List<String> SETTINGS = List.of(
            "fsync = on",
            "synchronous_commit = on",
            "track_commit_timestamp = on",
            "shared_buffers = 512MB",
            "max_wal_size = 16GB",
            "checkpoint_timeout = 1h",
            "autovacuum = off");

    /** Also that of the loop's offsets, which a row for each partition is in from the beginning. */
    private static final List<String> TABLES = List.of(
            "create table events (part integer, place bigint, key text not null, value text not null, primary key (part, place))",
            "create table offsets (part integer primary key, next bigint not null)");

    /** What a row has to be, told once more. */
    private static final String WRONG = """
            key <> 'key-' || (div(((place::numeric * %1$d + part) * 11400714819323198485) %% 18446744073709551616, 4294967296) %% %2$d)
            or value <> lpad((place * %1$d + part)::text, 20) || lpad('0', 20) || repeat('v', %3$d)
            """.formatted(Values.PARTITIONS, Values.KEYS, Values.BYTES - 40);

    private final long records;
    private final PostgresServer server;
    private final Connection connection;
    private final Map<Long, Double> cpu = new HashMap<>();

    /** @param records in the topic */
    TableLanding(long records) throws SQLException {
        this.records = records;
        server = PostgresServer.start(SETTINGS);
        try {
            server.run(TABLES.toArray(new String[0]));
            for (int part = 0; part < Values.PARTITIONS; part++) {
                server.run("insert into offsets values (" + part + ", 0)");
            }
            connection = server.connect();
        } catch (SQLException e) {
            server.close();
            throw e;
        }
    }

    static String words() {
        return "PostgreSQL in a process of its own, new for each run: " + String.join(", ", SETTINGS)
                + "; events(part integer, place bigint, key text, value text), primary key (part, place)";
    }

    PostgresServer server() {
        return server;
    }

    private interface Reading<R> {
        R of(ResultSet rows) throws SQLException;
    }

    private <R> R query(String sql, Reading<R> reading) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return reading.of(rows);
        }
    }

    @Override
    public boolean begun() throws SQLException {
        return query("select 1 from events limit 1", ResultSet::next);
    }

    @Override
    public boolean ended() throws SQLException {
        String last = IntStream.range(0, Values.PARTITIONS)
                .mapToObj(part -> "(" + part + ", " + (NumberedRow.count(part, records) - 1) + ")")
                .collect(Collectors.joining(", "));
        return query("select count(*) from events where (part, place) in (" + last + ")", rows -> {
            rows.next();
            return rows.getInt(1) == Values.PARTITIONS;
        });
    }

    /** Of all its processes that have served anybody. */
    @Override
    public double cpuSeconds() throws SQLException {
        List<Long> pids = query("select pid from pg_stat_activity", rows -> {
            List<Long> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getLong(1));
            }
            return all;
        });
        for (long pid : pids) {
            ProcessHandle.of(pid)
                    .flatMap(process -> process.info().totalCpuDuration())
                    .map(Duration::toMillis)
                    .ifPresent(millis -> cpu.put(pid, millis / 1e3));
        }
        return cpu.values().stream().mapToDouble(seconds -> seconds).sum();
    }

    @Override
    public Commits commits() throws SQLException {
        return query(
                "select extract(epoch from pg_xact_commit_timestamp(x)) * 1000000, n"
                        + " from (select xmin as x, count(*) as n from events group by xmin) as transactions",
                rows -> {
                    List<Commits.Commit> all = new ArrayList<>();
                    while (rows.next()) {
                        all.add(new Commits.Commit(rows.getBigDecimal(1).longValue(), rows.getLong(2)));
                    }
                    return new Commits(all);
                });
    }

    @Override
    public String check() throws SQLException {
        return query(
                "select part, count(*), max(place), count(*) filter (where " + WRONG
                        + ") from events group by part order by part",
                rows -> {
                    String verdict = "NOT EXACT: no rows";
                    while (rows.next()) {
                        int part = rows.getInt(1);
                        long count = rows.getLong(2);
                        long beyond = rows.getLong(3) + 1;
                        long wrong = rows.getLong(4);
                        if (count != beyond || wrong > 0 || count > NumberedRow.count(part, records)) {
                            return "NOT EXACT: " + count + " rows of the first " + beyond + " of partition " + part
                                    + ", of which " + wrong + " are wrong";
                        }
                        verdict = Run.EXACT;
                    }
                    return verdict;
                });
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            server.close();
        }
    }
}
