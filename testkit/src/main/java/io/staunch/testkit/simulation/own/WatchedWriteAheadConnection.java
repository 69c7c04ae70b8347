package io.staunch.testkit.simulation.own;

import io.staunch.sink.Interval;
import io.staunch.sink.WriteAheadConnection;

/** A user's write-ahead connection, with a place for faults around each call. */
record WatchedWriteAheadConnection<T>(WriteAheadConnection<T> connection, Calls calls)
        implements WriteAheadConnection<T> {
    @Override
    public void apply(Interval<T> interval) throws Exception {
        calls.run("apply", () -> connection.apply(interval));
    }

    @Override
    public void close() {
        calls.requireAlive();
        connection.close();
    }
}
