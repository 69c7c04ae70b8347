package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.FilterFunction;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that never takes some records, which nobody finds out before an interval with one of them is written: so that interval can't be written, ever. Whoever runs the
 * simulated job reads the error, starts it again once or twice in vain, and then consents to what the error names. What is set aside then counts as output of the sink.
 *
 * @param sink one with a ledger
 * @param refuses which records are refused
 */
public record RefusingWriteAhead<T>(TableWriteAhead<T> sink, FilterFunction<T> refuses) implements WriteAheadSink<T> {
    public RefusingWriteAhead {
        if (sink.protection() != Protection.LEDGER) {
            throw new IllegalArgumentException(
                    "only a ledger tells that an interval was passed over, and the protection of " + sink.description()
                            + " is " + sink.protection());
        }
    }

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
        RefusedIntervals refused = TableClients.of(context.environment()).refused();
        return new Connection<>((LedgerConnection<T>) sink.connect(context), this, refused);
    }

    Object keyOf(Object row) throws Exception {
        return sink.key().key(type().cast(row));
    }

    private record Connection<T>(LedgerConnection<T> connection, RefusingWriteAhead<T> sink, RefusedIntervals refused)
            implements LedgerConnection<T> {
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
            connection.own(owner, fence);
        }

        @Override
        public void apply(Interval<T> interval) throws Exception {
            connection.apply(new Refusable<>(interval, sink, refused));
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    /** An interval that ends with an error where it has come to a record that is refused, in the middle of the transaction. */
    private record Refusable<T>(Interval<T> interval, RefusingWriteAhead<T> sink, RefusedIntervals refused)
            implements Interval<T> {
        @Override
        public long records() {
            return interval.records();
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
            List<T> all = new ArrayList<>();
            interval.forEach(all::add);
            Iterator<T> each = all.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return each.hasNext();
                }

                @Override
                public T next() {
                    T next = each.next();
                    if (isRefused(next)) {
                        refused.refused(sink.description(), entry(), all);
                        throw new StaunchException(
                                sink.description() + " can't hold one of the " + records() + " records",
                                Remedy.FAIL_JOB);
                    }
                    return next;
                }
            };
        }

        private boolean isRefused(T value) {
            try {
                return sink.refuses().test(value);
            } catch (Exception e) {
                throw new IllegalStateException("what tells refused records of " + sink.description() + " failed", e);
            }
        }
    }
}
