package io.staunch.runtime.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.observe.Metrics.Behind;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.follower.FollowerState;
import io.staunch.protocol.format.Manifest.CopyEntry;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A follower as the coordinator sees it: carries out what {@link FollowerState} decides. */
final class Follower {
    private final JobContext job;
    private final Session session;
    private final Execution.Follower agents;
    private final FollowerOutside outside;
    private final Owner owner;
    private final CopyLog copy;
    private final Deque<CopyLog.Durable> waiting = new ArrayDeque<>();
    private FollowerState state;
    private @Nullable LedgerEntry held;
    private @Nullable LedgerEntry sent;
    private long waitingBytes;

    Follower(JobContext job, Session session, Beginning base, Execution.Follower agents) {
        this.job = job;
        this.session = session;
        this.agents = agents;
        this.outside = agents.outside();
        this.owner = base.owner();
        this.copy = new CopyLog(session);
        this.state = FollowerState.recovered(base.manifest().checkpoint());
        this.held = outside.held();
    }

    String name() {
        return outside.name();
    }

    boolean hasLedger() {
        return outside.hasLedger();
    }

    /** What it has written for certain. */
    long committed() {
        return state.committed();
    }

    int checkpointsBehind() {
        return state.waiting().size();
    }

    long waitingBytes() {
        return waitingBytes;
    }

    long openBytes() {
        return copy.openBytes();
    }

    /**
     * A piece of its copy has come.
     *
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the store can't take it now: {@link #store} tries again
     */
    void copied(ByteBuffer chunk, int records) {
        copy.add(chunk, records);
        publish();
        store();
    }

    /** Brings into the store what is not there. */
    void store() {
        for (int stored = copy.store(); stored > 0; stored--) {
            agents.writer().kept();
        }
        agents.writerBell().run();
    }

    /** Its barrier of the checkpoint being taken has come. */
    void prepared() {
        copy.cut();
    }

    void failed(long checkpoint) {
        copy.abandoned();
        agents.writer().abandon(checkpoint);
        agents.writerBell().run();
    }

    void hold(boolean now) {
        if (agents.writer().hold(now)) {
            agents.writerBell().run();
        }
    }

    /** What the manifest of the checkpoint being taken says. */
    CopyEntry entry() {
        return new CopyEntry(Schema.of(outside.type()), copy.chunks(), copy.records(), state.committed());
    }

    void durable(long checkpoint) {
        CopyLog.Durable durable = copy.durable(checkpoint);
        waiting.add(durable);
        waitingBytes += durable.bytes();
        state = state.durable(checkpoint);
        publish();
    }

    /** The lead has it, or there is no lead. */
    void allowed(long checkpoint) {
        state = state.allowed(checkpoint);
        commit();
    }

    void committed(long checkpoint) {
        state = state.committed(checkpoint);
        CopyLog.Durable done = waiting.remove();
        copy.committed(done);
        waitingBytes -= done.bytes();
        held = sent;
        sent = null;
        commit();
        publish();
    }

    private void commit() {
        Long next = state.next();
        if (next == null || sent != null) {
            return;
        }
        CopyLog.Durable durable = waiting.element();
        var interval = outside.interval(next, owner, durable.read(session), durable.records(), held);
        sent = interval.entry();
        agents.committer().commit(interval);
        agents.committerBell().run();
    }

    /** What is wrong outside, for the status; empty if nothing is known to be. */
    String trouble() {
        String trouble = agents.committer().trouble();
        return trouble == null ? "" : "sink '" + name() + "' (" + outside.description() + "): " + trouble;
    }

    /** For the status: what it is at. */
    String writing() {
        return sent == null ? "" : "sink '" + name() + "' (" + outside.description() + "): COMMIT";
    }

    void closeConnection() {
        agents.committer().letGo();
    }

    private void publish() {
        job.counters().behind(name(), new Behind(state.waiting().size(), waitingBytes + copy.openBytes()));
    }
}
