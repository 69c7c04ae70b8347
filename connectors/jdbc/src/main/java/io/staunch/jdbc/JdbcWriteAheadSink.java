package io.staunch.jdbc;

import io.staunch.function.MapFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts the records of a checkpoint into a table once it is durable, in one transaction with a row of a commit ledger in the same database. Made by
 * {@link JdbcSink#writeAhead}. Immutable, but for what a connection tells it of the table's columns.
 *
 * @param <T> the records
 */
public final class JdbcWriteAheadSink<T> implements WriteAheadSink<T> {
    private static final long serialVersionUID = 1L;

    private final TableOptions<T> options;
    private final @Nullable String setAside;
    /** The table as the newest connection has found it; written by the thread that connects, read by workers. */
    private transient volatile @Nullable TableFit<T> fit;

    JdbcWriteAheadSink(TableOptions<T> options, @Nullable String setAside) {
        this.options = options;
        this.setAside = setAside;
    }

    private JdbcWriteAheadSink<T> with(TableOptions<T> other) {
        return new JdbcWriteAheadSink<>(other, setAside);
    }

    /** A component of the record class goes to this column. */
    public JdbcWriteAheadSink<T> rename(String component, String column) {
        return with(options.with(options.columns().rename(component, column)));
    }

    /** A component of the record class goes to no column. */
    public JdbcWriteAheadSink<T> leaveOut(String component) {
        return with(options.with(options.columns().leaveOut(component)));
    }

    /** A column gets what a function makes of the record; for what is no component, and for classes that are no records. */
    public <V> JdbcWriteAheadSink<T> column(String name, Class<V> type, MapFunction<T, V> value) {
        return with(options.with(options.columns().column(name, type, value)));
    }

    /** The name of the ledger's table: {@code staunch_ledger} by default, in the schema of the connection. */
    public JdbcWriteAheadSink<T> ledger(String table) {
        return with(options.ledger(table));
    }

    /** The job may make the ledger, and the table that {@link #setAside} names, if they are not there. */
    public JdbcWriteAheadSink<T> createLedger() {
        return with(options.withCreation());
    }

    /** Records that the table does not take are passed over and counted; those that only the database refuses are noted in the log. */
    public JdbcWriteAheadSink<T> skipRefusedRecords() {
        return with(options.with(OnRefusedRecord.SKIP));
    }

    /** Records that the columns of the table do not take go to a side output. For those that only the database refuses, see {@link #setAside}. */
    public JdbcWriteAheadSink<T> refusedRecordsTo(SideOutput<RefusedRecord<T>> output) {
        return with(options.with(OnRefusedRecord.give(output)));
    }

    /**
     * Records that only the database refuses, when they are written (a unique index, a constraint, a trigger), go to this table, each with the
     * reason and its values, in the transaction of the others: exactly once. It has the columns {@code job, resource, checkpoint, record, reason,
     * content}, and {@link #createLedger} lets the job make it.
     */
    public JdbcWriteAheadSink<T> setAside(String table) {
        return new JdbcWriteAheadSink<>(options, table);
    }

    @Override
    public Class<T> type() {
        return options.columns().type();
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public String resource() {
        return options.resource();
    }

    @Override
    public Protection protection() {
        return Protection.LEDGER;
    }

    @Override
    public Offer offer() {
        return options.offer(WriteAheadSink.super.offer());
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return options.onRefused();
    }

    @Override
    public List<String> problems() {
        List<String> problems = options.problems();
        if (setAside != null) {
            TableOptions.named(setAside, "setAside", problems);
        }
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        return DatabaseLook.ofSink(options, List.of(), false);
    }

    @Override
    public void check(T value) throws Exception {
        TableFit<T> known = fit;
        if (known != null) {
            known.check(value);
        }
    }

    @Override
    public LedgerConnection<T> connect(WriteAheadContext context) throws Exception {
        var connection = new LedgeredTable<>(options, setAside, context);
        try {
            fit = connection.fit();
            return connection;
        } catch (Exception e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return "JdbcSink.writeAhead to " + description();
    }
}
