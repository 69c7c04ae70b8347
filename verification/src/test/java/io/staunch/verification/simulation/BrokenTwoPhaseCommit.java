package io.staunch.verification.simulation;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** A sink that prepares and breaks one rule. */
record BrokenTwoPhaseCommit<T>(TwoPhaseCommitSink<T> sink, Break how) implements TwoPhaseCommitSink<T> {
    @Override
    public String description() {
        return sink.description();
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
    public TransactionConnection<T> connect(TwoPhaseCommitContext context) throws Exception {
        return new Transactions<>(
                sink.connect(context), how == Break.COMMITTED_WHEN_PREPARED ? sink.connectCommits(context) : null);
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) throws Exception {
        return new Commits(sink.connectCommits(context), how);
    }

    /** @param commits at once, if not null */
    private record Transactions<T>(
            TransactionConnection<T> connection,
            @org.jspecify.annotations.Nullable CommitConnection commits) implements TransactionConnection<T> {
        @Override
        public void begin() throws Exception {
            connection.begin();
        }

        @Override
        public void write(T value, long origin) throws Exception {
            connection.write(value, origin);
        }

        @Override
        public void prepare(String token) throws Exception {
            connection.prepare(token);
            commitAtOnce(token);
        }

        @Override
        public void prepareLast(String token) throws Exception {
            connection.prepareLast(token);
            commitAtOnce(token);
        }

        @Override
        public boolean unfinished() {
            return connection.unfinished();
        }

        private void commitAtOnce(String token) throws Exception {
            if (commits != null) {
                commits.commit(token);
            }
        }

        @Override
        public void close() {
            connection.close();
            if (commits != null) {
                commits.close();
            }
        }
    }

    private static final class Commits implements CommitConnection {
        private final CommitConnection connection;
        private final Break how;

        Commits(CommitConnection connection, Break how) {
            this.connection = connection;
            this.how = how;
        }

        @Override
        public LedgerView peek() throws Exception {
            return connection.peek();
        }

        /** Each start fences, so whatever is prepared then is of a process that has ended, or is about to. */
        @Override
        public long fence() throws Exception {
            if (how == Break.DROPPED_TAKEN_FOR_COMMITTED) {
                for (String token : connection.prepared()) {
                    connection.abort(token);
                }
            }
            return connection.fence();
        }

        @Override
        public LedgerView read() throws Exception {
            return connection.read();
        }

        @Override
        public void own(Owner owner, FenceCheck fence) throws Exception {
            connection.own(owner, fence);
        }

        @Override
        public Collection<String> prepared() throws Exception {
            return connection.prepared();
        }

        @Override
        public Collection<String> committed(Collection<String> tokens) throws Exception {
            return how == Break.DROPPED_TAKEN_FOR_COMMITTED ? tokens : connection.committed(tokens);
        }

        @Override
        public boolean commit(String token) throws Exception {
            return connection.commit(token);
        }

        @Override
        public void abort(String token) throws Exception {
            if (how != Break.STRAYS_LEFT) {
                connection.abort(token);
            }
        }

        @Override
        public void enter(LedgerWrite write) throws Exception {
            connection.enter(write);
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
