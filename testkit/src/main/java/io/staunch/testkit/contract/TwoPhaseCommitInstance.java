package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One process of a job, as far as its two-phase-commit sink is concerned. */
final class TwoPhaseCommitInstance {
    private static final UUID LINEAGE = new UUID(9, 9);

    private final TwoPhaseCommitContext context;
    private final PreparedNames names;
    private final Owner owner;
    private final TransactionConnection<String> transactions;
    private final CommitConnection commits;
    private long fence = -1;
    private @Nullable LedgerEntry held;

    TwoPhaseCommitInstance(
            TwoPhaseCommitSink<String> sink, String job, int epoch, Environment environment, List<AutoCloseable> opened)
            throws Exception {
        this.context = new TwoPhaseCommitContext(job, "out", "out at " + sink.resource(), environment);
        this.names = PreparedNames.of(job, context.resource());
        this.owner = owner(epoch);
        commits = sink.connectCommits(context);
        opened.add(commits);
        start();
        transactions = sink.connect(context);
        opened.add(transactions);
    }

    static Owner owner(int epoch) {
        return new Owner(new UUID(1, epoch), epoch, LINEAGE);
    }

    CommitConnection commits() {
        return commits;
    }

    TransactionConnection<String> transactions() {
        return transactions;
    }

    /** What a start does before it decides: look, fence, and read the ledger. */
    private void start() throws Exception {
        commits.peek();
        fence = commits.fence();
        held = commits.read().entry();
    }

    void own() throws Exception {
        commits.own(owner, fenceInRow -> {
            if (LedgerRow.write(fence, fenceInRow) != LedgerRow.WRITE) {
                throw fenced();
            }
        });
    }

    /** The name of what this process prepares for a checkpoint. */
    String name(long checkpoint) {
        return names.name(new PreparedToken(owner, 0, checkpoint));
    }

    void write(String... records) throws Exception {
        transactions.begin();
        for (String record : records) {
            transactions.write(record, -1);
        }
    }

    /** A whole transaction. Returns its name. */
    String prepare(long checkpoint, String... records) throws Exception {
        write(records);
        transactions.prepare(name(checkpoint));
        return name(checkpoint);
    }

    /** As {@link #prepare}, by the last checkpoint of a job. Returns its name. */
    String prepareLast(long checkpoint, String... records) throws Exception {
        write(records);
        transactions.prepareLast(name(checkpoint));
        return name(checkpoint);
    }

    /** What a job that ends in good order has yet to prepare, if anything. */
    boolean unfinished() {
        return transactions.unfinished();
    }

    void enter(long checkpoint) throws Exception {
        LedgerEntry before = held;
        LedgerEntry entry = new LedgerEntry(context.job(), context.resource(), checkpoint, owner);
        commits.enter(new LedgerWrite() {
            @Override
            public LedgerEntry entry() {
                return entry;
            }

            @Override
            public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
                return switch (LedgerRow.commit(fence, before, entry, fenceInRow, entryInRow)) {
                    case WRITE -> true;
                    case ALREADY -> false;
                    case FENCED -> throw fenced();
                };
            }
        });
    }

    /** The ledger's row, without disturbing anybody. */
    LedgerView peek() throws Exception {
        return commits.peek();
    }

    void close() {
        transactions.close();
        commits.close();
    }

    private static StaunchException fenced() {
        return new StaunchException("fenced", Remedy.RESTART_FROM_CHECKPOINT);
    }
}
