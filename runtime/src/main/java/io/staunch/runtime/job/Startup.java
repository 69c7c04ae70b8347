package io.staunch.runtime.job;

import io.staunch.error.RefusedException;
import io.staunch.error.StaleOwnerException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.lead.Ownership;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.Recovery;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.refused.RefusedPlaces;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.source.SplitEnumerator;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Recovery, one step of the protocol at a time: look, fence, look at the store, read the ledger, decide, record the owner, and make sure
 * that a first checkpoint is durable and entered before a record is read. Owned by the coordinator, whose thread may block here; any other
 * thread may {@link #interrupt} it.
 */
final class Startup implements AutoCloseable {
    /** The order of the steps; a job without a lead passes over those that are about one. */
    private enum Step {
        CONNECT,
        PEEK,
        FENCE,
        LOOK,
        READ,
        DECIDE,
        OWN,
        FIRST_DURABLE,
        FIRST_ENTRY,
        READY
    }

    private final JobContext job;
    private final Session session;
    private final Refusals refusals;
    private final List<RereadSink<?, ?>> leadSinks;
    private final Map<String, SplitEnumerator> enumerators = new HashMap<>();

    private Step next = Step.CONNECT;
    private volatile @Nullable LeadConnection<Object> lead;
    private boolean interrupted;
    private boolean handedOver;
    private @Nullable LedgerView view;
    private @Nullable Owner owner;
    private @Nullable BeginningPlan plan;

    Startup(JobContext job, Session session, Refusals refusals) {
        this.job = job;
        this.session = session;
        this.refusals = refusals;
        this.leadSinks = job.leadSinks();
    }

    /** One step. Returns whether everything is ready. */
    boolean step() throws Exception {
        switch (next) {
            case CONNECT -> connect();
            case PEEK -> peek();
            case FENCE -> fence();
            case LOOK -> look();
            case READ -> read();
            case DECIDE -> decide();
            case OWN -> own();
            case FIRST_DURABLE -> firstDurable();
            case FIRST_ENTRY -> firstEntry();
            case READY -> throw new IllegalStateException("the startup is ready already");
        }
        return next == Step.READY;
    }

    /** What was made sure of. */
    Beginning base() {
        if (next != Step.READY || plan == null || owner == null) {
            throw new IllegalStateException("the startup is not ready; its next step is " + next);
        }
        handOver();
        Manifest manifest = plan.manifest();
        LeadState state = lead == null ? null : LeadState.recovered(plan.needsEntry() ? 1 : 0, manifest.checkpoint());
        RefusedPlaces refused = refusals.known(manifest.refused(), manifest.sources());
        refusals.held(manifest);
        return new Beginning(
                session.claim(),
                owner,
                manifest,
                refused,
                enumerators,
                lead,
                state,
                view == null ? "" : view.identity());
    }

    private synchronized void handOver() {
        if (interrupted) {
            throw new IllegalStateException("the startup was interrupted");
        }
        handedOver = true;
    }

    /**
     * Any thread: the job is to end. A call that waits for the lead's outside ends with an error. Nothing happens once everything is ready and
     * {@link #base} was asked for.
     */
    void interrupt() {
        synchronized (this) {
            if (handedOver) {
                return;
            }
            interrupted = true;
        }
        LeadConnection<Object> waiting = lead;
        if (waiting != null) {
            waiting.close();
        }
    }

    synchronized boolean interrupted() {
        return interrupted;
    }

    /** What it waits for, for the status. */
    String waiting() {
        boolean outside = next == Step.PEEK
                || next == Step.FENCE
                || next == Step.READ
                || next == Step.OWN
                || next == Step.FIRST_ENTRY;
        return outside && !leadSinks.isEmpty() ? leadSinks.get(0).description() + " (" + next + ")" : "";
    }

    /** After a failure: lets go of what {@link #base} was not asked for. */
    @Override
    public void close() {
        if (lead != null) {
            lead.close();
        }
        enumerators.values().forEach(SplitEnumerator::close);
    }

    private void connect() {
        if (leadSinks.isEmpty()) {
            next = Step.LOOK;
            return;
        }
        lead = Casts.lead(leadSinks.get(0))
                .connect(new LeadContext(
                        job.name(),
                        leadSinks,
                        job.environment(),
                        job.settings().checkpointEvery(),
                        job.settings().checkpointTimeout()));
        next = Step.PEEK;
    }

    private void peek() throws Exception {
        requireNewest();
        view = connection().peek();
        step(ProtocolStep.LEDGER_PEEKED, String.valueOf(view.entry()));
        requireOwned();
        StartDecision.Refuse refusal = Recovery.refusal(facts(session.owner()));
        if (refusal != null) {
            throw new RefusedException(refusal.message());
        }
        next = Step.FENCE;
    }

    private void fence() throws Exception {
        connection().fence();
        job.counters().checkpoints().open(null);
        step(ProtocolStep.LEAD_FENCED, "");
        next = Step.LOOK;
    }

    private void look() {
        requireNewest();
        next = leadSinks.isEmpty() ? Step.DECIDE : Step.READ;
    }

    private void read() throws Exception {
        view = connection().read();
        step(ProtocolStep.LEDGER_READ, String.valueOf(view.entry()));
        requireOwned();
        session.found(view.owner());
        next = Step.DECIDE;
    }

    private void decide() {
        Owner me = session.owner();
        StartDecision decision = Recovery.decide(facts(me));
        owner = decision.kind() == StartDecision.Kind.NEW_LINEAGE
                ? new Owner(me.attempt(), me.epoch(), job.environment().newId())
                : me;
        var planner = new BeginningPlanner(job, session, refusals, owner, enumerators, resource(), view);
        plan = switch (decision.kind()) {
            case FIRST_START -> planner.fresh(null);
            case RESTORE -> planner.restored((StartDecision.Restore) decision);
            case COMMIT_FIRST_ENTRY -> planner.entryMissing(((StartDecision.CommitFirstEntry) decision).checkpoint());
            case NEW_LINEAGE -> newLineage(planner, (StartDecision.NewLineage) decision);
            case STALE -> throw new StaleOwnerException(replaced(((StartDecision.Stale) decision).why()));
            case REFUSE -> throw new RefusedException(((StartDecision.Refuse) decision).message());
        };
        step(
                ProtocolStep.RECOVERY_DECIDED,
                decision.kind() + " checkpoint " + plan.manifest().checkpoint());
        next = lead == null ? Step.FIRST_DURABLE : Step.OWN;
    }

    private BeginningPlan newLineage(BeginningPlanner planner, StartDecision.NewLineage rewind) {
        KnownCheckpoint from = rewind.from();
        LedgerEntry had = rewind.repeatsFrom();
        String what = from == null
                ? "from nothing"
                : "from checkpoint " + from.id() + " of epoch " + from.owner().epoch();
        job.log()
                .info(
                        -1,
                        "REWIND with consent: job '" + job.name() + "' begins a new lineage " + what
                                + (had == null
                                        ? ""
                                        : "; output committed since is repeated, up to what the ledger has: " + had));
        UUID replaces = had == null ? null : had.owner().lineage();
        Manifest.Parent parent = parent(replaces, from, had);
        return from == null ? planner.fresh(parent) : planner.rewound(from, parent);
    }

    private static Manifest.@Nullable Parent parent(
            @Nullable UUID replaces, @Nullable KnownCheckpoint from, @Nullable LedgerEntry had) {
        if (replaces != null && had != null) {
            return new Manifest.Parent(replaces, had.committed());
        }
        return from == null ? null : new Manifest.Parent(from.owner().lineage(), from.id());
    }

    private void own() throws Exception {
        session.owned(me());
        connection().own(me());
        step(ProtocolStep.OWNER_RECORDED, me().toString());
        next = Step.FIRST_DURABLE;
    }

    private void firstDurable() {
        BeginningPlan base = basePlan();
        if (base.needsFirst()) {
            Manifest manifest = base.manifest();
            var stored = new StoredCheckpoint(manifest.checkpoint(), me(), manifest.toBytes(), base.chunks());
            session.complete(stored);
            session.lineage(me().lineage());
            job.log().step(ProtocolStep.ROOT_DURABLE, manifest.checkpoint(), job.name(), "");
        }
        next = lead != null && base.needsEntry() ? Step.FIRST_ENTRY : Step.READY;
    }

    private void firstEntry() throws Exception {
        Manifest manifest = basePlan().manifest();
        connection().begin(0);
        connection().commit(0, new LedgerEntry(job.name(), resource(), manifest.checkpoint(), manifest.owner()));
        job.log().step(ProtocolStep.ROOT_COMMITTED, manifest.checkpoint(), job.name(), "");
        next = Step.READY;
    }

    private StartFacts facts(Owner me) {
        Map<String, LedgerView> ledgers = view == null ? Map.of() : Map.of(resource(), view);
        return new StartFacts(
                job.name(),
                job.store().location(),
                me,
                session.claim().newest(),
                session.claim().attempts(),
                session.checkpoints().known(),
                view == null ? null : resource(),
                ledgers,
                job.rewind(),
                Set.copyOf(job.settings().dropped()));
    }

    /** Judged before anything that was read is: a stale process must not take its successor's doings for errors. */
    private void requireNewest() {
        if (!session.claim().newest()) {
            throw new StaleOwnerException(replaced("the checkpoint store has a newer claim"));
        }
    }

    /** A process that owned the ledger and does no more has been replaced, and must not take it back. */
    private void requireOwned() {
        Owner before = session.ownedAs();
        if (before != null
                && view != null
                && Ownership.judge(before, session.found(), session.claim().newest(), view) == Ownership.REPLACED) {
            throw new StaleOwnerException(replaced("the ledger names " + view.owner()));
        }
    }

    private String replaced(String how) {
        return "job '" + job.name() + "', epoch " + session.claim().epoch() + ": another process has taken over (" + how
                + "). This one stops and does not restart; what it had not committed is read again by the other one.";
    }

    private void step(ProtocolStep step, String detail) {
        job.log().step(step, -1, lead == null ? job.name() : connection().resource(), detail);
    }

    private LeadConnection<Object> connection() {
        if (lead == null) {
            throw new IllegalStateException("there is no lead");
        }
        return lead;
    }

    private String resource() {
        return lead == null ? "" : lead.resource();
    }

    private Owner me() {
        if (owner == null) {
            throw new IllegalStateException("nothing is decided yet");
        }
        return owner;
    }

    private BeginningPlan basePlan() {
        if (plan == null) {
            throw new IllegalStateException("nothing is decided yet");
        }
        return plan;
    }
}
