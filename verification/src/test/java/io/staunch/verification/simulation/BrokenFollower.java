package io.staunch.verification.simulation;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sink with a ledger that breaks one rule. */
record BrokenFollower<T>(WriteAheadSink<T> sink, Break how) implements WriteAheadSink<T> {
    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public Class<T> type() {
        return sink.type();
    }

    @Override
    public String resource() {
        return sink.resource();
    }

    @Override
    public Protection protection() {
        return sink.protection();
    }

    @Override
    public WriteAheadConnection<T> connect(WriteAheadContext context) throws Exception {
        return new Connection<>((LedgerConnection<T>) sink.connect(context), how);
    }

    private static final class Connection<T> implements LedgerConnection<T> {
        private final LedgerConnection<T> connection;
        private final Break how;

        Connection(LedgerConnection<T> connection, Break how) {
            this.connection = connection;
            this.how = how;
        }

        @Override
        public LedgerView peek() throws Exception {
            return connection.peek();
        }

        @Override
        public long fence() throws Exception {
            return connection.fence();
        }

        @Override
        public LedgerView read() throws Exception {
            return connection.read();
        }

        @Override
        public void own(Owner owner, FenceCheck fence) throws Exception {
            connection.own(owner, how == Break.ROW_FENCE_NOT_CHECKED ? any -> {} : fence);
        }

        @Override
        public void apply(Interval<T> interval) throws Exception {
            if (how == Break.ENTRY_BEHIND_ITS_RECORDS && interval.records() > 0) {
                connection.apply(new Altered<>(interval, how));
                connection.apply(new EntryAlone<>(interval));
            } else {
                connection.apply(new Altered<>(interval, how));
            }
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    /** An interval that decides wrongly, or lacks something. */
    private static final class Altered<T> implements Interval<T> {
        private final Interval<T> interval;
        private final Break how;
        private @Nullable LedgerEntry held;

        Altered(Interval<T> interval, Break how) {
            this.interval = interval;
            this.how = how;
        }

        @Override
        public long records() {
            return interval.records();
        }

        @Override
        public String key() {
            return interval.key();
        }

        /** The transaction of the records alone leaves the entry as it is. */
        @Override
        public LedgerEntry entry() {
            LedgerEntry before = held;
            return how == Break.ENTRY_BEHIND_ITS_RECORDS && before != null ? before : interval.entry();
        }

        @Override
        public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
            held = entryInRow;
            return switch (how) {
                case ROW_NOT_CHECKED -> true;
                case ROW_FENCE_NOT_CHECKED -> !interval.entry().equals(entryInRow);
                default -> interval.decide(fenceInRow, entryInRow);
            };
        }

        @Override
        public Iterator<T> iterator() {
            Iterator<T> all = interval.iterator();
            if (how == Break.COPY_CUT_OFF && all.hasNext()) {
                all.next();
            }
            return all;
        }
    }

    /** The entry of an interval, without its records. */
    private record EntryAlone<T>(Interval<T> interval) implements Interval<T> {
        @Override
        public long records() {
            return 0;
        }

        @Override
        public String key() {
            return interval.key();
        }

        @Override
        public LedgerEntry entry() {
            return interval.entry();
        }

        @Override
        public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
            return interval.decide(fenceInRow, entryInRow);
        }

        @Override
        public Iterator<T> iterator() {
            return List.<T>of().iterator();
        }
    }
}
