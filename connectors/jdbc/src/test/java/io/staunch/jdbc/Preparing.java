package io.staunch.jdbc;

import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;

/** A process of a job that prepares transactions through a sink, by hand. */
final class Preparing<T> implements AutoCloseable {
    private final CommitConnection commits;
    private final TransactionConnection<T> transactions;

    private Preparing(CommitConnection commits, TransactionConnection<T> transactions) {
        this.commits = commits;
        this.transactions = transactions;
    }

    static TwoPhaseCommitContext context(JdbcPreparedSink<?> sink) {
        return new TwoPhaseCommitContext("orders", "out", "out at " + sink.resource(), new LocalEnvironment());
    }

    /** One that has looked, and has fenced those before it. */
    static <T> Preparing<T> started(JdbcPreparedSink<T> sink) throws Exception {
        CommitConnection commits = sink.connectCommits(context(sink));
        try {
            commits.peek();
            commits.fence();
            return new Preparing<>(commits, sink.connect(context(sink)));
        } catch (Exception e) {
            commits.close();
            throw e;
        }
    }

    CommitConnection commits() {
        return commits;
    }

    /** Their origins are their numbers, from 0. */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    final void write(T... records) throws Exception {
        transactions.begin();
        for (int i = 0; i < records.length; i++) {
            transactions.write(records[i], i);
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    final void prepare(String token, T... records) throws Exception {
        write(records);
        transactions.prepare(token);
    }

    @Override
    public void close() {
        transactions.close();
        commits.close();
    }
}
