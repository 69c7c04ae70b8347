package io.staunch.runtime;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A table outside, in memory, that rows are put into by key, and that refuses writers older than the newest it has met. What was put is to
 * be seen after a flush only, and is lost if the writer dies before. Safe for use by any thread.
 */
final class Table {
    private static final Map<String, Table> ALL = new ConcurrentHashMap<>();

    private final Map<Object, Object> rows = new HashMap<>();
    private long newestEpoch;

    /** The table of that name; sinks are values and find it by name. */
    static Table named(String name) {
        return ALL.computeIfAbsent(name, n -> new Table());
    }

    synchronized Map<Object, Object> rows() {
        return Map.copyOf(rows);
    }

    private synchronized void met(Owner writer) {
        if (writer.epoch() < newestEpoch) {
            throw new StaunchException(
                    "epoch " + writer.epoch() + " is older than " + newestEpoch, Remedy.RESTART_FROM_CHECKPOINT);
        }
        newestEpoch = writer.epoch();
    }

    private synchronized void put(Owner writer, List<Map.Entry<Object, Object>> buffered) {
        met(writer);
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
        public SinkConnection<Map.Entry<Object, Object>> connect(SinkContext context) {
            Table.named(table).met(context.owner());
            return new Connection(Table.named(table), context.owner());
        }
    }

    private static final class Connection implements SinkConnection<Map.Entry<Object, Object>> {
        private final Table table;
        private final Owner owner;
        private final List<Map.Entry<Object, Object>> buffered = new ArrayList<>();

        Connection(Table table, Owner owner) {
            this.table = table;
            this.owner = owner;
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
            table.put(owner, buffered);
            buffered.clear();
        }

        @Override
        public void close() {}
    }
}
