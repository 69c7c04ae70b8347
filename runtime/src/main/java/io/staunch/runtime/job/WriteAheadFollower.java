package io.staunch.runtime.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.observe.Metrics.Behind;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.follower.FollowerState;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.prepared.PreparedToken;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sink that writes from a write-ahead copy, as the coordinator sees it: carries out what {@link FollowerState} decides. */
final class WriteAheadFollower implements Follower {
    private final JobContext job;
    private final Session session;
    private final Execution.Copying agents;
    private final WriteAheadOutside outside;
    private final Owner owner;
    private final CopyLog copy;
    private final Deque<CopyLog.Durable> waiting = new ArrayDeque<>();
    private FollowerState state;
    private @Nullable LedgerEntry held;
    private @Nullable LedgerEntry sent;
    private long waitingBytes;

    /** The newest checkpoint with records that it is known to have, and up to which one the newest durable checkpoint says so. */
    private long written;

    private long confirmed;

    WriteAheadFollower(JobContext job, Session session, Beginning base, Execution.Copying agents) {
        this.job = job;
        this.session = session;
        this.agents = agents;
        this.outside = agents.outside();
        this.owner = base.owner();
        this.copy = new CopyLog(session);
        this.state = FollowerState.recovered(base.manifest().checkpoint());
        this.held = outside.held();
        this.written = outside.caughtUp();
        this.confirmed = confirmed(base.manifest());
        publish();
    }

    private long confirmed(Manifest by) {
        for (Manifest.SinkEntry sink : by.sinks()) {
            CopyEntry kept = sink.copy();
            if (kept != null && outside.resource().equals(sink.resource())) {
                return kept.confirmed();
            }
        }
        return -1;
    }

    @Override
    public String name() {
        return outside.name();
    }

    @Override
    public boolean hasLedger() {
        return outside.hasLedger();
    }

    @Override
    public long committed() {
        return state.committed();
    }

    @Override
    public int checkpointsBehind() {
        return state.waiting().size();
    }

    @Override
    public long waitingBytes() {
        return waitingBytes;
    }

    @Override
    public long openBytes() {
        return copy.openBytes();
    }

    /** A piece of its copy has come; {@link #store} brings it into the store. */
    void copied(ByteBuffer chunk, int records) {
        copy.add(chunk, records);
        publish();
    }

    @Override
    public void store() {
        for (int stored = copy.store(); stored > 0; stored--) {
            agents.writer().kept();
        }
        agents.writerBell().run();
    }

    @Override
    public void prepared() {
        copy.cut();
    }

    @Override
    public boolean metBarrier() {
        return copy.isCut();
    }

    @Override
    public void failed(long checkpoint) {
        copy.abandoned();
        agents.writer().abandon(checkpoint);
        agents.writerBell().run();
    }

    @Override
    public boolean writesInTransaction() {
        return false;
    }

    @Override
    public void hold(boolean now) {
        if (agents.writer().hold(now)) {
            agents.writerBell().run();
        }
    }

    @Override
    public List<PreparedToken> tokens() {
        return List.of();
    }

    @Override
    public CopyEntry copy() {
        return new CopyEntry(Schema.of(outside.type()), copy.chunks(), copy.records(), state.committed());
    }

    @Override
    public boolean unconfirmed() {
        return !hasLedger() && written > confirmed;
    }

    @Override
    public void durable(long checkpoint) {
        confirmed = state.committed();
        CopyLog.Durable durable = copy.durable(checkpoint);
        waiting.add(durable);
        waitingBytes += durable.bytes();
        state = state.durable(checkpoint);
        publish();
    }

    @Override
    public void allowed(long checkpoint) {
        state = state.allowed(checkpoint);
        commit();
    }

    @Override
    public void committed(long checkpoint) {
        state = state.committed(checkpoint);
        CopyLog.Durable done = waiting.remove();
        written = done.records() > 0 ? checkpoint : written;
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
        agents.committer().commit(outside.work(interval));
        agents.committerBell().run();
    }

    @Override
    public String trouble() {
        String trouble = agents.committer().trouble();
        return trouble == null ? "" : "sink '" + name() + "' (" + outside.description() + "): " + trouble;
    }

    @Override
    public String writing() {
        return sent == null ? "" : "sink '" + name() + "' (" + outside.description() + "): COMMIT";
    }

    @Override
    public void closeConnection() {
        agents.committer().letGo();
    }

    private void publish() {
        job.counters().behind(name(), new Behind(state.waiting().size(), waitingBytes + copy.openBytes()));
    }
}
