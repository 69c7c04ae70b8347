package io.staunch.jdbc;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import io.staunch.source.OnBadRecord;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the rows of a table in the order of an id that grows, or of a time and an id, and goes on with those that come. Rows that are committed late are
 * waited for. Immutable.
 *
 * @param <T> the records
 */
public final class JdbcSource<T> implements Source<T> {
    private static final long serialVersionUID = 1L;
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration POLL_EVERY = Duration.ofMillis(100);

    private final ReadOptions<T> options;

    private JdbcSource(ReadOptions<T> options) {
        this.options = options;
    }

    /** For tests of its parts. */
    ReadOptions<T> options() {
        return options;
    }

    /**
     * The rows of a table, each a record. Needs {@link #byId} or {@link #byTime}.
     *
     * @param table as it would stand in SQL
     * @param type a record class; its components come from the columns of their names in snake case
     */
    public static <T> JdbcSource<T> table(Database database, String table, Class<T> type) {
        return new JdbcSource<>(new ReadOptions<>(
                database, table, Columns.of(type), null, null, null, 1, SETTLE, POLL_EVERY, OnBadRecord.FAIL));
    }

    /** Rows are read in the order of this column, whose values the database gives when rows are inserted, each larger than the last. */
    public JdbcSource<T> byId(String column) {
        return new JdbcSource<>(options.by(null, column));
    }

    /**
     * Rows are read in the order of a time, which is set to the present whenever a row is inserted or changed, and of an id among equal times. A row that
     * changes comes again, as it is then.
     */
    public JdbcSource<T> byTime(String timeColumn, String idColumn) {
        return new JdbcSource<>(options.by(timeColumn, idColumn));
    }

    /** A component of the record class comes from this column. */
    public JdbcSource<T> rename(String component, String column) {
        return new JdbcSource<>(options.with(options.columns().rename(component, column)));
    }

    /** Only rows that meet a condition of SQL, which is put into each query as it is. */
    public JdbcSource<T> where(String condition) {
        return new JdbcSource<>(options.where(condition));
    }

    /** Rows are read by so many readers, each those whose id leaves another remainder. 1 by default; stays the same for the life of a job. */
    public JdbcSource<T> splits(int number) {
        return new JdbcSource<>(options.splits(number));
    }

    /**
     * The longest time between the moment at which a row gets its id (or its time) and the moment at which it is written, uncommitted. Where the
     * database does not tell which transactions run (H2), the longest time until it is committed. A second by default.
     */
    public JdbcSource<T> settle(Duration limit) {
        return new JdbcSource<>(options.settle(limit));
    }

    /** How often it is looked for more rows when there were none. 100 ms by default. */
    public JdbcSource<T> pollEvery(Duration pause) {
        return new JdbcSource<>(options.pollEvery(pause));
    }

    /**
     * Passes over rows that can't be records, and counts them ({@code recordsSkipped} in the job's metrics). Each is named in the log by its id, as long
     * as there are few. If neither this nor {@link #badRecordsTo} is said, the job stops there.
     */
    public JdbcSource<T> skipBadRecords() {
        return new JdbcSource<>(options.onBad(OnBadRecord.SKIP));
    }

    /** Gives them, by table and id and without their values, to a side output of this source, to be read with {@code stream.sideOutput(output)}. */
    public JdbcSource<T> badRecordsTo(SideOutput<BadRecord> output) {
        return new JdbcSource<>(options.onBad(OnBadRecord.give(output)));
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public Offer offer() {
        return Dialect.offer(
                options.database(),
                Offer.exactlyOnce(
                        "rows are read by position, which is in the checkpoint; as long as they stay, or are read before they are deleted"
                                + (Dialect.of(options.database().url())
                                                .filter(dialect -> dialect == Dialect.H2)
                                                .isPresent()
                                        ? ", and no transaction writes for longer than " + options.settle()
                                        : "")
                                + options.onBad().words()));
    }

    @Override
    public List<SideOutput<?>> sideOutputs() {
        return options.onBad() instanceof OnBadRecord.Give give ? List.of(give.output()) : List.of();
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(options.database().problems());
        problems.addAll(options.columns().problems());
        TableOptions.named(options.table(), "table", problems);
        if (!options.columns().type().isRecord()) {
            problems.add(options.columns().type().getSimpleName() + " is no record class");
        }
        if (options.id() == null) {
            problems.add("the source of table " + options.table()
                    + " does not know its order: byId(\"column\") or byTime(\"time\", \"id\")");
        }
        Stream.of(options.id(), options.time())
                .filter(column -> column != null && TableName.column(column).isEmpty())
                .forEach(column ->
                        problems.add("'" + column + "' is no name of a column: quote what is not a plain name"));
        if (options.database().hasSeveralHosts()
                && Dialect.of(options.database().url()).orElse(null) == Dialect.MARIADB) {
            problems.add("the URL of " + options.database().place()
                    + " names several servers, and MariaDB's driver does not ask which of them is the primary: on a replica rows are seen late,"
                    + " and the source would pass over them. Name the primary alone");
        }
        if (options.splits() < 1) {
            problems.add("splits is " + options.splits() + ", must be at least 1");
        }
        if (options.settle().isNegative() || options.pollEvery().toMillis() < 1) {
            problems.add("settle is " + options.settle() + " and pollEvery " + options.pollEvery()
                    + "; the first must not be negative, the second at least a millisecond");
        }
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        return DatabaseLook.ofSource(options);
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        Optional<RowPosition> position = RowPosition.of(split, options.byTime());
        if (options.byTime() || position == null) {
            return Optional.empty();
        }
        return Optional.of(
                new RecordPlace(split.id(), position.map(each -> each.id() + 1).orElse(0L)));
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new TableSplits<>(options, context.environment());
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        return new TableSourceReader<>(options, context);
    }

    @Override
    public String toString() {
        return "JdbcSource of " + description();
    }
}
