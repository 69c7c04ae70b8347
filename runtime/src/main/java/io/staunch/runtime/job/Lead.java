package io.staunch.runtime.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.lead.LeadState;
import io.staunch.sink.LeadConnection;
import org.jspecify.annotations.Nullable;

/** The lead as the coordinator sees it: carries out what {@link LeadState} decides. A job without one has an absent lead. */
final class Lead {
    private final JobContext job;
    private final Execution.@Nullable Lead agents;
    private @Nullable LeadState state;
    private @Nullable Long openedAt;
    private @Nullable Long sealedAt;
    private @Nullable Long commitSentAt;

    Lead(JobContext job, Beginning base, Execution execution) {
        this.job = job;
        this.agents = execution.lead();
        this.state = base.leadState();
    }

    boolean present() {
        return agents != null;
    }

    @Nullable
    LeadConnection<Object> connection() {
        return agents == null ? null : agents.connection();
    }

    /** The name of what it writes to; empty if there is none. */
    String resource() {
        return agents == null ? "" : agents.name();
    }

    /** The slot that is being written. */
    int slot() {
        return state == null ? -1 : state.writing();
    }

    boolean committing() {
        return state != null && !state.mayStart();
    }

    /** For how long the commit has been under way; 0 if none is. */
    long committingNanos() {
        return commitSentAt == null ? 0 : Math.max(1, job.environment().nanoTime() - commitSentAt);
    }

    void opened(long nanoTime) {
        openedAt = nanoTime;
        publish();
    }

    /** For how long the transaction being written has been open; 0 if none is. */
    long openNanos() {
        return openedAt == null ? 0 : Math.max(1, job.environment().nanoTime() - openedAt);
    }

    long deadlineNanos() {
        return agents == null ? Long.MAX_VALUE : agents.connection().deadline().toNanos();
    }

    /** The checkpoint is durable: commit its slot, and write on in the other one. */
    void durable(long checkpoint, Owner owner) {
        if (agents == null || state == null) {
            return;
        }
        int sealed = state.writing();
        state = state.durable(checkpoint);
        sealedAt = openedAt;
        openedAt = null;
        commitSentAt = job.environment().nanoTime();
        var entry = new LedgerEntry(job.name(), agents.connection().resource(), checkpoint, owner);
        agents.committer().commit(sealed, entry);
        agents.committerBell().run();
        agents.writer().goOnIn(state.writing(), checkpoint);
        agents.writerBell().run();
    }

    /** The checkpoint has failed: write on in the same slot. */
    void failed(long checkpoint) {
        if (agents != null && state != null) {
            agents.writer().goOn(state.writing(), checkpoint);
            agents.writerBell().run();
        }
    }

    void committed(long checkpoint) {
        if (state != null) {
            state = state.committed(checkpoint);
            sealedAt = null;
            commitSentAt = null;
            publish();
        }
    }

    /** The transaction being committed is older than the one being written. */
    private void publish() {
        job.counters().checkpoints().open(sealedAt == null ? openedAt : sealedAt);
    }
}
