package io.staunch.jdbc;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadContext;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A process of a job that writes intervals through a sink, by hand. */
final class Writing<T> implements AutoCloseable {
    static final Owner OWNER = new Owner(new UUID(1, 1), 1, new UUID(9, 9));

    private final WriteAheadContext context;
    private final LedgerConnection<T> connection;

    Writing(JdbcWriteAheadSink<T> sink) throws Exception {
        context = new WriteAheadContext("orders", "out", "out at " + sink.resource(), new LocalEnvironment());
        connection = sink.connect(context);
    }

    static <T> Writing<T> started(JdbcWriteAheadSink<T> sink) throws Exception {
        var writing = new Writing<>(sink);
        writing.connection.peek();
        writing.connection.fence();
        return writing;
    }

    LedgerConnection<T> connection() {
        return connection;
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    final void apply(long checkpoint, T... records) throws Exception {
        connection.apply(interval(checkpoint, List.of(records)));
    }

    /** One that is to be written unless the ledger has its entry. */
    Interval<T> interval(long checkpoint, List<T> records) {
        var entry = new LedgerEntry(context.job(), context.resource(), checkpoint, OWNER);
        return new Interval<>() {
            @Override
            public long records() {
                return records.size();
            }

            @Override
            public String key() {
                return "k" + checkpoint;
            }

            @Override
            public LedgerEntry entry() {
                return entry;
            }

            @Override
            public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
                return !entry.equals(entryInRow);
            }

            @Override
            public Iterator<T> iterator() {
                return records.iterator();
            }
        };
    }

    @Override
    public void close() {
        connection.close();
    }
}
