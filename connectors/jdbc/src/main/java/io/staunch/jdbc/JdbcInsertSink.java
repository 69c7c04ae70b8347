package io.staunch.jdbc;

import io.staunch.function.MapFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.util.List;

/**
 * Inserts rows as records come: what is read again after a fault is inserted again. Made by {@link JdbcSink#insert}. Immutable.
 *
 * @param <T> the records
 */
public final class JdbcInsertSink<T> implements FlushingSink<T, TableRow> {
    private static final long serialVersionUID = 1L;

    private final TableOptions<T> options;

    JdbcInsertSink(TableOptions<T> options) {
        this.options = options;
    }

    /** A component of the record class goes to this column. */
    public JdbcInsertSink<T> rename(String component, String column) {
        return new JdbcInsertSink<>(options.with(options.columns().rename(component, column)));
    }

    /** A component of the record class goes to no column. */
    public JdbcInsertSink<T> leaveOut(String component) {
        return new JdbcInsertSink<>(options.with(options.columns().leaveOut(component)));
    }

    /** A column gets what a function makes of the record; for what is no component, and for classes that are no records. */
    public <V> JdbcInsertSink<T> column(String name, Class<V> type, MapFunction<T, V> value) {
        return new JdbcInsertSink<>(options.with(options.columns().column(name, type, value)));
    }

    /** Records that the table does not take are passed over and counted. */
    public JdbcInsertSink<T> skipRefusedRecords() {
        return new JdbcInsertSink<>(options.with(OnRefusedRecord.SKIP));
    }

    /** Records that the table does not take go to a side output. */
    public JdbcInsertSink<T> refusedRecordsTo(SideOutput<RefusedRecord<T>> output) {
        return new JdbcInsertSink<>(options.with(OnRefusedRecord.give(output)));
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public Offer offer() {
        return options.offer(Offer.atLeastOnce(
                "JdbcSink.insert writes as records come: a replay inserts again",
                "JdbcSink.writeAhead(...), or JdbcSink.upsert(...).key(...)"));
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return options.onRefused();
    }

    @Override
    public List<String> problems() {
        return options.problems();
    }

    @Override
    public List<Finding> look(LookContext context) {
        return DatabaseLook.ofSink(options, List.of(), false);
    }

    @Override
    public SinkEncoder<T, TableRow> encoder(SinkContext context) {
        return TableRow.encoder(options.columns());
    }

    @Override
    public SinkConnection<TableRow> connect(SinkContext context) {
        return TableWriter.open(options, context.environment(), new Inserts<>(options));
    }

    @Override
    public String toString() {
        return "JdbcSink.insert to " + description();
    }
}
