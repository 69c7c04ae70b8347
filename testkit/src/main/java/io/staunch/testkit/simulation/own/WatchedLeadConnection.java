package io.staunch.testkit.simulation.own;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import java.time.Duration;

/** A user's lead connection, with a place for faults around each call. */
record WatchedLeadConnection<R>(LeadConnection<R> connection, Calls calls) implements LeadConnection<R> {
    @Override
    public String resource() {
        return connection.resource();
    }

    @Override
    public Duration deadline() {
        return connection.deadline();
    }

    @Override
    public LedgerView peek() throws Exception {
        return calls.call("peek", connection::peek);
    }

    @Override
    public void fence() throws Exception {
        calls.run("fence", connection::fence);
    }

    @Override
    public LedgerView read() throws Exception {
        return calls.call("read", connection::read);
    }

    @Override
    public void own(Owner owner) throws Exception {
        calls.run("own", () -> connection.own(owner));
    }

    @Override
    public void begin(int slot) throws Exception {
        calls.run("begin", () -> connection.begin(slot));
    }

    @Override
    public void write(int slot, R record) throws Exception {
        calls.run("write", () -> connection.write(slot, record));
    }

    @Override
    public void write(int slot, R record, int sink, long origin) throws Exception {
        calls.run("write", () -> connection.write(slot, record, sink, origin));
    }

    @Override
    public void flush(int slot) throws Exception {
        calls.run("flush", () -> connection.flush(slot));
    }

    @Override
    public void commit(int slot, LedgerEntry entry) throws Exception {
        calls.run("commit", () -> connection.commit(slot, entry));
    }

    @Override
    public void close() {
        calls.requireAlive();
        connection.close();
    }
}
