package io.staunch.runtime;

import io.staunch.ledger.Owner;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table outside, in memory, that rows are put into by key, and that refuses writers that do not own it. What was put is to
 * be seen after a flush only, and is lost if the writer dies before. Safe for use by any thread.
 */
final class Table {
    private static final Map<String, Table> ALL = new ConcurrentHashMap<>();

    private final Map<Object, Object> rows = new HashMap<>();
    private @Nullable Owner writer;

    /** The table of that name; sinks are values and find it by name. */
    static Table named(String name) {
        return ALL.computeIfAbsent(name, n -> new Table());
    }

    synchronized Map<Object, Object> rows() {
        return Map.copyOf(rows);
    }

    private synchronized void take(Owner by, WriterCheck check) {
        check.take(writer);
        writer = by;
    }

    private synchronized void put(WriterCheck check, List<Map.Entry<Object, Object>> buffered) {
        check.write(writer);

        buffered.forEach(row -> rows.put(row.getKey(), row.getValue()));
    }

    /** Puts each record under its key. */
    record Upsert<T>(String table, Key<T> key) implements IdempotentSink<T, Map.Entry<Object, Object>> {
        private static final long serialVersionUID = 1L;

        /** The key of a record. */
        @FunctionalInterface
        interface Key<T> extends Function<T, Object>, java.io.Serializable {}

        @Override
        public String description() {
            return "table " + table;
        }

        @Override
        public boolean rejectsStaleWriters() {
            return true;
        }

        @Override
        public SinkEncoder<T, Map.Entry<Object, Object>> encoder(SinkContext context) {
            return (value, timestamp) -> Map.entry(key.apply(value), value);
        }

        @Override
        public SinkConnection<Map.Entry<Object, Object>> connect(SinkContext context, WriterCheck check) {
            Table.named(table).take(context.owner(), check);
            return new Connection(Table.named(table), check);
        }
    }

    private static final class Connection implements SinkConnection<Map.Entry<Object, Object>> {
        private final Table table;
        private final WriterCheck check;
        private final List<Map.Entry<Object, Object>> buffered = new ArrayList<>();

        Connection(Table table, WriterCheck check) {
            this.table = table;
            this.check = check;
        }

        @Override
        public void write(Map.Entry<Object, Object> row) {
            buffered.add(row);
            if (buffered.size() >= 1000) {
                flush();
            }
        }

        @Override
        public void flush() {
            table.put(check, buffered);
            buffered.clear();
        }

        @Override
        public void close() {}
    }
}
