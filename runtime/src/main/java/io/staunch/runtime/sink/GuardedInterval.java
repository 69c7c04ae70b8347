package io.staunch.runtime.sink;

import io.staunch.ledger.LedgerEntry;
import io.staunch.sink.Interval;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * An interval that looks before it gives out each record whether that may still be written: it may take its reader long.
 *
 * @param look throws if not
 */
record GuardedInterval(CopiedInterval interval, Runnable look) implements Interval<Object> {
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
    public Iterator<Object> iterator() {
        Iterator<Object> records = interval.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return records.hasNext();
            }

            @Override
            public Object next() {
                look.run();
                return records.next();
            }
        };
    }
}
