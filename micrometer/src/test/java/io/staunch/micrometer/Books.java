package io.staunch.micrometer;

import io.staunch.error.StaunchException;
import io.staunch.sink.Interval;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An outside that is written to after checkpoints, and can be made to take nothing. */
record Books(String name) implements WriteAheadSink<Long> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Shelf> ALL = new ConcurrentHashMap<>();

    /** What is there. Safe for use by any thread. */
    static final class Shelf {
        private @Nullable StaunchException refusal;
        private long records;

        /** Null if all is taken again. */
        synchronized void refuses(@Nullable StaunchException why) {
            refusal = why;
        }

        synchronized long records() {
            return records;
        }

        private synchronized void put(Interval<Long> interval) {
            if (refusal != null && interval.records() > 0) {
                throw refusal;
            }
            records += interval.records();
        }
    }

    Shelf shelf() {
        return ALL.computeIfAbsent(name, n -> new Shelf());
    }

    @Override
    public String description() {
        return "books " + name;
    }

    @Override
    public Class<Long> type() {
        return Long.class;
    }

    @Override
    public String resource() {
        return "books";
    }

    @Override
    public Protection protection() {
        return Protection.IDEMPOTENCY_KEY;
    }

    @Override
    public WriteAheadConnection<Long> connect(WriteAheadContext context) {
        return new Connection(shelf());
    }

    private record Connection(Shelf shelf) implements WriteAheadConnection<Long> {
        @Override
        public void apply(Interval<Long> interval) {
            shelf.put(interval);
        }

        @Override
        public void close() {}
    }
}
