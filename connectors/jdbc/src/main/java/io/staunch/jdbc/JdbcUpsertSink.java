package io.staunch.jdbc;

import io.staunch.function.MapFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import java.util.List;

/**
 * Writes rows by key as records come: inserts a row, or overwrites the one with the same key. In each transaction it looks, in a row that it holds,
 * whether this attempt is still the table's writer. Made by {@link JdbcSink#upsert}. Immutable.
 *
 * @param <T> the records
 */
public final class JdbcUpsertSink<T> implements IdempotentSink<T, TableRow> {
    private static final long serialVersionUID = 1L;

    private final TableOptions<T> options;
    private final List<String> key;

    JdbcUpsertSink(TableOptions<T> options, List<String> key) {
        this.options = options;
        this.key = List.copyOf(key);
    }

    private JdbcUpsertSink<T> with(TableOptions<T> other) {
        return new JdbcUpsertSink<>(other, key);
    }

    /** The columns of the key; the table has a primary key or a unique index over exactly them. */
    public JdbcUpsertSink<T> key(String... columns) {
        return new JdbcUpsertSink<>(options, List.of(columns));
    }

    /** A component of the record class goes to this column. */
    public JdbcUpsertSink<T> rename(String component, String column) {
        return with(options.with(options.columns().rename(component, column)));
    }

    /** A component of the record class goes to no column. */
    public JdbcUpsertSink<T> leaveOut(String component) {
        return with(options.with(options.columns().leaveOut(component)));
    }

    /** A column gets what a function makes of the record; for what is no component, and for classes that are no records. */
    public <V> JdbcUpsertSink<T> column(String name, Class<V> type, MapFunction<T, V> value) {
        return with(options.with(options.columns().column(name, type, value)));
    }

    /** The name of the ledger's table, which also names the writer of each table: {@code staunch_ledger} by default. */
    public JdbcUpsertSink<T> ledger(String table) {
        return with(options.ledger(table));
    }

    /** The job may make the ledger if it is not there. */
    public JdbcUpsertSink<T> createLedger() {
        return with(options.withCreation());
    }

    /** Records that the table does not take are passed over and counted. */
    public JdbcUpsertSink<T> skipRefusedRecords() {
        return with(options.with(OnRefusedRecord.SKIP));
    }

    /** Records that the table does not take go to a side output. */
    public JdbcUpsertSink<T> refusedRecordsTo(SideOutput<RefusedRecord<T>> output) {
        return with(options.with(OnRefusedRecord.give(output)));
    }

    @Override
    public boolean rejectsStaleWriters() {
        return true;
    }

    @Override
    public Offer offer() {
        return options.offer(IdempotentSink.super.offer());
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return options.onRefused();
    }

    @Override
    public List<String> problems() {
        List<String> problems = options.problems();
        if (key.isEmpty()) {
            problems.add("the upsert into table " + options.table() + " has no key: key(\"column\", ...)");
        }
        key.stream()
                .filter(column -> TableName.column(column).isEmpty())
                .forEach(column -> problems.add(
                        "key column '" + column + "' is no name of a column: quote what is not a plain name"));
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        return DatabaseLook.ofSink(options, key, false);
    }

    @Override
    public SinkEncoder<T, TableRow> encoder(SinkContext context) {
        return TableRow.encoder(options.columns());
    }

    @Override
    public SinkConnection<TableRow> connect(SinkContext context, WriterCheck check) {
        return TableWriter.open(options, context.environment(), new Upserts<>(options, key, context, check));
    }

    @Override
    public String toString() {
        return "JdbcSink.upsert to " + description();
    }
}
