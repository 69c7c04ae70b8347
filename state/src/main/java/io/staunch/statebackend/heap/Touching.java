package io.staunch.statebackend.heap;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the memory of keys that will be current soon, so that cache misses overlap: in those tables only that such keys have lately been looked up in, by
 * what made them current. Owned by the backend.
 */
final class Touching {
    /** What makes keys current. */
    enum Cause {
        RECORDS,
        TIMERS
    }

    /** A table is touched if at least one key of so many was looked up in it. */
    private static final int SELDOM = 16;

    private static final class Use {
        final HeapState state;
        final boolean[] wanted = {true, true};
        long seen;

        Use(HeapState state) {
            this.state = state;
        }
    }

    private final List<Use> uses = new ArrayList<>();
    private Cause last = Cause.RECORDS;
    private int lastCount;

    /** Keeps the JVM from leaving out what this does. */
    private long touched;

    void add(HeapState state) {
        uses.add(new Use(state));
    }

    /** The keys with the hashes from one place on will be current soon. */
    void touch(Cause cause, long[] hashes, int from, int count) {
        for (int i = 0; i < uses.size(); i++) {
            Use use = uses.get(i);
            long lookUps = use.state.slot().lookUps();
            if (lastCount > 0) {
                use.wanted[last.ordinal()] = (lookUps - use.seen) * SELDOM >= lastCount;
            }
            use.seen = lookUps;
            if (use.wanted[cause.ordinal()]) {
                touched += use.state.table().touch(hashes, from, count);
            }
        }
        last = cause;
        lastCount = count;
    }

    /** What was read, for nobody. */
    long touched() {
        return touched;
    }
}
