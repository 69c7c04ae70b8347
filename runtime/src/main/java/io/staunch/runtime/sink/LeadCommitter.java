package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.ledger.LedgerEntry;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.task.Reports;
import io.staunch.sink.LeadConnection;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/** Commits the lead's sealed transactions, one after the other, while the next one is being written by {@link LeadWriter}. */
public final class LeadCommitter implements Agent {
    private record Commit(int slot, LedgerEntry entry) {}

    private final String lead;
    private final LeadConnection<Object> connection;
    private final Reports reports;
    private final SpscUnboundedArrayQueue<Commit> commits = new SpscUnboundedArrayQueue<>(16);
    private volatile boolean stopped;
    private @Nullable Commit announced;

    public LeadCommitter(String lead, LeadConnection<Object> connection, Reports reports) {
        this.lead = lead;
        this.connection = connection;
        this.reports = reports;
    }

    /** Coordinator: the checkpoint is durable, so its transaction is to be committed. */
    public void commit(int slot, LedgerEntry entry) {
        commits.offer(new Commit(slot, entry));
    }

    /** Any thread: the next step is the last. The connection is the coordinator's to close. */
    public void stop() {
        stopped = true;
    }

    @Override
    public Step step() {
        if (stopped) {
            return Step.DONE;
        }
        try {
            return announced == null ? announce() : commit(announced);
        } catch (Throwable e) {
            reports.failed(lead, -1, e);
            return Step.DONE;
        }
    }

    private Step announce() {
        announced = commits.poll();
        if (announced == null) {
            return Step.IDLE;
        }
        reports.step(ProtocolStep.COMMIT_SENT, announced.entry().committed(), lead, "slot " + announced.slot());
        return Step.WORKED;
    }

    private Step commit(Commit commit) throws Exception {
        connection.commit(commit.slot(), commit.entry());
        announced = null;
        reports.step(ProtocolStep.COMMITTED, commit.entry().committed(), lead, "slot " + commit.slot());
        reports.committed(commit.entry().committed());
        return Step.WORKED;
    }
}
