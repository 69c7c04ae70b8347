package io.staunch.jdbc;

import io.staunch.jdbc.Columns.Column;
import io.staunch.sink.SinkEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a record, in the order of its columns. Made and taken by the sinks of this package. */
public final class TableRow {
    private final @Nullable Object[] values;

    private TableRow(@Nullable Object[] values) {
        this.values = values;
    }

    @Nullable
    Object[] values() {
        return values;
    }

    static <T> SinkEncoder<T, TableRow> encoder(Columns<T> columns) {
        List<Column<T>> all = columns.resolved();
        return (value, timestamp) -> {
            var values = new Object[all.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = all.get(i).value().of(value);
            }
            return new TableRow(values);
        };
    }
}
