package io.staunch.testkit.simulation.own;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;

/** A user's connection to an outside with a commit ledger, with a place for faults around each call. */
record WatchedLedgerConnection<T>(LedgerConnection<T> connection, Calls calls) implements LedgerConnection<T> {
    @Override
    public LedgerView peek() throws Exception {
        return calls.call("peek", connection::peek);
    }

    @Override
    public long fence() throws Exception {
        return calls.call("fence", connection::fence);
    }

    @Override
    public LedgerView read() throws Exception {
        return calls.call("read", connection::read);
    }

    @Override
    public void own(Owner owner, FenceCheck fence) throws Exception {
        calls.run("own", () -> connection.own(owner, fence));
    }

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
