package io.staunch.testkit.simulation.own;

import io.staunch.error.Remedy;
import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A user's write-ahead sink as it is, whose calls are places for faults. A whole {@code apply}, which is one transaction, is one place. */
record WatchedWriteAhead<T>(String name, WriteAheadSink<T> sink) implements WriteAheadSink<T> {
    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public Offer offer() {
        return sink.offer();
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return sink.onRefusedRecord();
    }

    @Override
    public List<String> problems() {
        return sink.problems();
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
    public Optional<Duration> keysRememberedFor() {
        return sink.keysRememberedFor();
    }

    @Override
    public void check(T value) throws Exception {
        sink.check(value);
    }

    @Override
    public WriteAheadConnection<T> connect(WriteAheadContext context) throws Exception {
        Calls calls = Calls.of(context.environment(), name, Remedy.RETRY);
        WriteAheadConnection<T> connection = sink.connect(context);
        return connection instanceof LedgerConnection<T> ledger
                ? new WithLedger<>(ledger, calls)
                : new Plain<>(connection, calls);
    }

    private record Plain<T>(WriteAheadConnection<T> connection, Calls calls) implements WriteAheadConnection<T> {
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

    private record WithLedger<T>(LedgerConnection<T> connection, Calls calls) implements LedgerConnection<T> {
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
}
