package io.staunch.verification.bench.engine;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.sink.Sink;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.NumberedRow;
import io.staunch.verification.bench.run.RunOptions;

/** A topic into a table with Staunch, by one of the sinks that are exactly-once. */
public final class TableJob implements Contender {
    private static final String TABLE = "events";

    /**
     * For each millisecond of the interval, so that a sink that is slower than the source is behind by two intervals or so, and not by a growing
     * backlog that would have to be written first.
     */
    private static final long LAG_BYTES_PER_MS = 32L << 10;

    /** So that one checkpoint is written while the next one is taken, however short the interval. */
    private static final long LEAST_LAG_BYTES = 8L << 20;

    @Override
    public String configuration(RunOptions options) {
        return Jobs.words(options) + "; " + sinkWords(options) + "; sinkLag(" + lag(options) + ", " + lagBytes(options)
                + ")";
    }

    private static long lagBytes(RunOptions options) {
        return Math.max(LEAST_LAG_BYTES, options.intervalMs() * LAG_BYTES_PER_MS);
    }

    private static String sinkWords(RunOptions options) {
        return switch (options.text("variant")) {
            case "" -> "JdbcSink.writeAhead, with the ledger";
            case "prepared" -> "JdbcSink.prepared";
            case "upsert" -> "JdbcSink.upsert by the primary key";
            default -> throw new IllegalArgumentException("no variant '" + options.text("variant") + "'");
        };
    }

    /** In checkpoints: each transaction that is prepared takes one of the server's places. */
    private static int lag(RunOptions options) {
        return options.text("variant").equals("prepared") ? 8 : 1_000;
    }

    private static Sink<NumberedRow> sink(RunOptions options) {
        var database = Database.url(options.text("url")).user(options.text("user"));
        return switch (options.text("variant")) {
            case "" -> JdbcSink.writeAhead(database, TABLE, NumberedRow.class).createLedger();
            case "prepared" ->
                JdbcSink.prepared(database, TABLE, NumberedRow.class).createLedger();
            default ->
                JdbcSink.upsert(database, TABLE, NumberedRow.class)
                        .key("part", "place")
                        .createLedger();
        };
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Pipeline pipeline = Pipeline.named("topic-to-table").guarantee(EXACTLY_ONCE);
        NumberedRows.from(pipeline, options).to(TABLE, sink(options));
        Jobs.run(pipeline, Jobs.settings(options).sinkLag(lag(options), lagBytes(options)));
    }
}
