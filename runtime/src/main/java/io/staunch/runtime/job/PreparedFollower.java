package io.staunch.runtime.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.observe.Metrics.Behind;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.prepared.PreparedState;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.prepared.Strays;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.runtime.sink.PreparedCommit;
import io.staunch.runtime.sink.RowWrite;
import io.staunch.runtime.sink.StraySweep;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A sink that prepares, as the coordinator sees it: carries out what {@link PreparedState} decides. */
final class PreparedFollower implements Follower {
    /** While there is nothing to commit. */
    private static final long SWEEP_EVERY_NANOS = 60_000_000_000L;

    private final JobContext job;
    private final Execution.Preparing agents;
    private final PreparedOutside outside;
    private final Owner owner;
    private final Strays strays;
    private PreparedState state;
    private @Nullable LedgerEntry held;
    private @Nullable LedgerEntry sent;
    private long swept;

    PreparedFollower(JobContext job, Session session, Beginning base, Execution.Preparing agents) {
        this.job = job;
        this.agents = agents;
        this.outside = agents.outside();
        this.owner = base.owner();
        this.strays = new Strays(base.owner(), session.nextId(), replaced(session));
        this.state = PreparedState.recovered(base.manifest().checkpoint());
        this.held = outside.held();
        publish();
        sweep();
    }

    /** Their transactions are not touched before the first checkpoint of the lineage that came after them is entered. */
    private static Set<UUID> replaced(Session session) {
        Set<UUID> lineages = new HashSet<>();
        for (KnownCheckpoint known : session.checkpoints().known()) {
            if (known.replaces() != null) {
                lineages.add(known.replaces().lineage());
            }
        }
        return lineages;
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
        return state.follower().committed();
    }

    @Override
    public int checkpointsBehind() {
        return state.follower().waiting().size();
    }

    @Override
    public long waitingBytes() {
        return 0;
    }

    @Override
    public long openBytes() {
        return 0;
    }

    @Override
    public void store() {}

    @Override
    public void prepared() {}

    /** It keeps nothing that is counted in bytes. */
    @Override
    public boolean metBarrier() {
        return false;
    }

    /** A transaction is prepared. */
    void prepared(PreparedToken token) {
        state = state.prepared(token);
    }

    @Override
    public void failed(long checkpoint) {
        agents.writer().abandon(checkpoint);
        agents.writerBell().run();
    }

    @Override
    public boolean writesInTransaction() {
        return true;
    }

    @Override
    public void hold(boolean now) {
        if (agents.writer().hold(now)) {
            agents.writerBell().run();
        }
    }

    @Override
    public @Nullable CopyEntry copy() {
        return null;
    }

    @Override
    public List<PreparedToken> tokens() {
        return state.open();
    }

    @Override
    public void durable(long checkpoint) {
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
        PreparedState.Next done = state.next();
        if (done != null) {
            for (PreparedToken token : done.tokens()) {
                state = state.settled(token);
            }
        }
        state = state.committed(checkpoint);
        held = sent;
        sent = null;
        commit();
        publish();
    }

    private void commit() {
        PreparedState.Next next = state.next();
        if (next == null || sent != null) {
            return;
        }
        RowWrite write = outside.write(next.checkpoint(), owner, held);
        sent = write.entry();
        agents.committer().commit(new PreparedCommit(next.tokens(), outside.names(), write));
        sweep();
    }

    /** What is left over may hold what others wait for, and this job too, whose next record may have to wait for it. */
    @Override
    public void idle() {
        if (job.environment().nanoTime() - swept >= SWEEP_EVERY_NANOS) {
            sweep();
        }
    }

    /** Again and again: a request to prepare may arrive long after its process has died. */
    private void sweep() {
        swept = job.environment().nanoTime();
        agents.committer().commit(new StraySweep(strays, outside.names()));
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
        agents.writer().letGo();
    }

    private void publish() {
        job.counters().behind(name(), new Behind(checkpointsBehind(), 0));
    }
}
