package io.staunch.jdbc;

import io.staunch.jdbc.RowBatch.Row;
import io.staunch.sink.SinkContext;
import io.staunch.sink.WriterCheck;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes rows by key, as long as the ledger's row of the table names this attempt. */
final class Upserts<T> implements TableWriter.Statements {
    private final TableOptions<T> options;
    private final List<String> keyColumns;
    private final SinkContext context;
    private final WriterCheck check;
    private final Ledger ledger;
    private @Nullable LedgerKey key;
    private @Nullable RowBatch batch;
    private int[] keyAt = {};

    Upserts(TableOptions<T> options, List<String> keyColumns, SinkContext context, WriterCheck check) {
        this.options = options;
        this.keyColumns = keyColumns;
        this.context = context;
        this.check = check;
        ledger = options.commitLedger();
    }

    @Override
    public void begin(Session session) throws Exception {
        Dialect dialect = options.database().dialect();
        TableFit<T> fit = session.inTransaction(
                "the look at the table", connection -> TableLook.at(connection, options, keyColumns));
        List<String> exact = List.copyOf(TableLook.exact(keyColumns, dialect));
        keyAt = exact.stream().mapToInt(fit.names()::indexOf).toArray();
        batch = new RowBatch(dialect.upsert(fit.sql(), fit.names(), exact), fit);
        LedgerKey row = session.inTransaction("the look at the table", connection -> keyOf(connection, dialect));
        key = row;
        new LedgerStart(session, ledger, row, options.database().place())
                .peek(connection -> {}, context.environment().newId());
        session.inTransaction("becoming the writer", connection -> {
            check.take(ledger.lock(connection, row).owner());
            ledger.own(connection, row, context.owner());
            return row;
        });
    }

    /** With the schema, since one ledger may serve several. */
    private LedgerKey keyOf(Connection connection, Dialect dialect) throws SQLException {
        TableName name = options.tableName();
        return new LedgerKey(
                LedgerKey.ANY_JOB,
                "table " + name.schema(dialect, connection) + "." + name.table().exact(dialect));
    }

    /** Of several rows with a key the last one, as if they were written one after the other. */
    @Override
    public List<Row> prepare(Connection connection, List<Row> rows) throws SQLException {
        check.write(ledger.lock(connection, Objects.requireNonNull(key, "not begun"))
                .owner());
        Map<List<@Nullable Object>, Row> last = new LinkedHashMap<>();
        for (Row row : rows) {
            List<@Nullable Object> keyOfRow = keyOf(row);
            last.remove(keyOfRow);
            last.put(keyOfRow, row);
        }
        return List.copyOf(last.values());
    }

    private List<@Nullable Object> keyOf(Row row) {
        List<@Nullable Object> values = new ArrayList<>(keyAt.length);
        for (int at : keyAt) {
            values.add(comparable(row.values()[at]));
        }
        return values;
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        return value instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : value;
    }

    @Override
    public RowBatch batch() {
        return Objects.requireNonNull(batch, "not begun");
    }
}
