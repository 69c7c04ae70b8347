package io.staunch.testkit.simulation.own;

import io.staunch.error.Remedy;
import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A user's two-phase-commit sink as it is, whose calls are places for faults. */
record WatchedTwoPhaseCommit<T>(String name, TwoPhaseCommitSink<T> sink) implements TwoPhaseCommitSink<T> {
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
    public String resource() {
        return sink.resource();
    }

    @Override
    public Optional<Duration> preparedLimit() {
        return sink.preparedLimit();
    }

    @Override
    public void check(T value) throws Exception {
        sink.check(value);
    }

    @Override
    public TransactionConnection<T> connect(TwoPhaseCommitContext context) throws Exception {
        return new Transactions<>(sink.connect(context), Calls.of(context.environment(), name));
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) throws Exception {
        return new Commits(sink.connectCommits(context), Calls.of(context.environment(), name, Remedy.RETRY));
    }

    private record Transactions<T>(TransactionConnection<T> connection, Calls calls)
            implements TransactionConnection<T> {
        @Override
        public void begin() throws Exception {
            calls.run("begin", connection::begin);
        }

        @Override
        public void write(T value, long origin) throws Exception {
            calls.run("write", () -> connection.write(value, origin));
        }

        @Override
        public void prepare(String token) throws Exception {
            calls.run("prepare", () -> connection.prepare(token));
        }

        @Override
        public void prepareLast(String token) throws Exception {
            calls.run("prepare", () -> connection.prepareLast(token));
        }

        @Override
        public boolean unfinished() {
            return connection.unfinished();
        }

        @Override
        public void close() {
            calls.requireAlive();
            connection.close();
        }
    }

    private record Commits(CommitConnection connection, Calls calls) implements CommitConnection {
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
        public Collection<String> prepared() throws Exception {
            return calls.call("prepared", connection::prepared);
        }

        @Override
        public Collection<String> committed(Collection<String> tokens) throws Exception {
            return calls.call("committed", () -> connection.committed(tokens));
        }

        @Override
        public boolean commit(String token) throws Exception {
            return calls.call("commit", () -> connection.commit(token));
        }

        @Override
        public void abort(String token) throws Exception {
            calls.run("abort", () -> connection.abort(token));
        }

        @Override
        public void enter(LedgerWrite write) throws Exception {
            calls.run("enter", () -> connection.enter(write));
        }

        @Override
        public void close() {
            calls.requireAlive();
            connection.close();
        }
    }
}
