package io.staunch.jdbc;

import io.staunch.jdbc.RowBatch.Row;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds rows. */
final class Inserts<T> implements TableWriter.Statements {
    private final TableOptions<T> options;
    private @Nullable RowBatch batch;

    Inserts(TableOptions<T> options) {
        this.options = options;
    }

    @Override
    public void begin(Session session) throws Exception {
        TableFit<T> fit = session.inTransaction(
                "the look at the table", connection -> TableLook.at(connection, options, List.of()));
        batch = new RowBatch(fit.insert(), fit);
    }

    @Override
    public List<Row> prepare(Connection connection, List<Row> rows) {
        return rows;
    }

    @Override
    public RowBatch batch() {
        return Objects.requireNonNull(batch, "not begun");
    }
}
