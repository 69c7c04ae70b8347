package io.staunch.testkit.simulation.own;

import io.staunch.sink.SinkConnection;

/** A user's connection of a sink, with a place for faults around each call. */
record WatchedConnection<R>(SinkConnection<R> connection, Calls calls) implements SinkConnection<R> {
    @Override
    public void write(R record) throws Exception {
        calls.run("write", () -> connection.write(record));
    }

    @Override
    public void write(R record, long origin) throws Exception {
        calls.run("write", () -> connection.write(record, origin));
    }

    @Override
    public void flush() throws Exception {
        calls.run("flush", connection::flush);
    }

    @Override
    public void close() {
        calls.requireAlive();
        connection.close();
    }
}
