package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.CountedEvents.Event;

/**
 * Events on their way from one thread to another, or a barrier, or the end.
 *
 * @param barrier of this checkpoint; -1 for events, {@link Long#MAX_VALUE} for the end
 */
record Chunk(Event[] events, int size, long barrier) {
    static final int CAPACITY = 1024;
    static final Chunk END = new Chunk(new Event[0], 0, Long.MAX_VALUE);

    static Chunk barrier(long checkpoint) {
        return new Chunk(new Event[0], 0, checkpoint);
    }

    boolean isEnd() {
        return barrier == Long.MAX_VALUE;
    }

    boolean isBarrier() {
        return barrier >= 0 && barrier < Long.MAX_VALUE;
    }
}
