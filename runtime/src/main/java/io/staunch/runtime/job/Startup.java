package io.staunch.runtime.job;

import io.staunch.error.RefusedException;
import io.staunch.error.StaleOwnerException;
import io.staunch.graph.Node;
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
import io.staunch.sink.RereadSink;
import io.staunch.source.SplitEnumerator;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Recovery, one step of the protocol at a time: look, fence, look at the store, read the ledgers, decide, record the owner, write what followers
 * lack, and make sure that a first checkpoint is durable and entered before a record is read. What is done at each ledger is done at the lead's
 * first. Owned by the coordinator, whose thread may block here; any other thread may {@link #interrupt} it.
 */
final class Startup implements AutoCloseable {
    /** The order of the steps; each is taken for one ledger, or one checkpoint of a follower, at a time, and passed over where there is none. */
    private enum Step {
        CONNECT,
        PEEK,
        FENCE,
        LOOK,
        READ,
        DECIDE,
        OWN,
        CATCH_UP,
        FIRST_DURABLE,
        FIRST_ENTRY,
        READY
    }

    private final JobContext job;
    private final Session session;
    private final Refusals refusals;
    private final List<RereadSink<?, ?>> leadSinks;
    private final Map<String, SplitEnumerator> enumerators = new HashMap<>();

    private final StartConnections connections = new StartConnections();

    /** Those with a ledger, the lead first. */
    private final List<Outside> ledgers = new ArrayList<>();

    private final List<FollowerOutside> followers = new ArrayList<>();
    private final Map<String, LedgerView> views = new HashMap<>();

    private Step next = Step.CONNECT;
    private int turn;
    private @Nullable LeadOutside lead;
    private @Nullable Owner owner;
    private @Nullable BeginningPlan plan;
    private List<CatchUps.One> catchUps = List.of();

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
            case CATCH_UP -> catchUp();
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
        connections.handOver();
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
                lead == null ? null : lead.connection(),
                state,
                List.copyOf(followers),
                identities());
    }

    private Map<String, String> identities() {
        Map<String, String> identities = new HashMap<>();
        views.forEach((resource, view) -> identities.put(resource, view.identity()));
        return identities;
    }

    /**
     * Any thread: the job is to end. A call that waits for an outside ends with an error. Nothing happens once everything is ready and
     * {@link #base} was asked for.
     */
    void interrupt() {
        connections.interrupt();
    }

    boolean interrupted() {
        return connections.interrupted();
    }

    /** What it waits for, for the status. */
    String waiting() {
        return switch (next) {
            case PEEK, FENCE, READ, OWN, FIRST_ENTRY ->
                turn < ledgers.size() ? ledgers.get(turn).description() + " (" + next + ")" : "";
            case CATCH_UP ->
                turn < catchUps.size() ? catchUps.get(turn).follower().description() + " (" + next + ")" : "";
            case CONNECT, LOOK, DECIDE, FIRST_DURABLE, READY -> "";
        };
    }

    /** After a failure: lets go of what {@link #base} was not asked for. */
    @Override
    public void close() {
        connections.close();
        enumerators.values().forEach(SplitEnumerator::close);
    }

    private void connect() throws Exception {
        if (!leadSinks.isEmpty()) {
            lead = LeadOutside.connect(job, leadSinks);
            connections.add(lead);
            ledgers.add(lead);
        }
        for (Node.SinkNode node : job.followers()) {
            FollowerOutside follower = FollowerOutside.connect(job, node);
            connections.add(follower);
            followers.add(follower);
            if (follower.hasLedger()) {
                ledgers.add(follower);
            }
        }
        go(Step.PEEK);
    }

    private void peek() throws Exception {
        if (ledgers.isEmpty()) {
            go(Step.LOOK);
            return;
        }
        requireNewest();
        Outside outside = ledgers.get(turn);
        LedgerView view = outside.peek();
        views.put(outside.resource(), view);
        step(ProtocolStep.LEDGER_PEEKED, outside, String.valueOf(view.entry()));
        requireOwned(outside);
        turn++;
        if (turn == ledgers.size()) {
            StartDecision.Refuse refusal = Recovery.refusal(facts(session.owner()));
            if (refusal != null) {
                throw refused(refusal);
            }
            go(Step.FENCE);
        }
    }

    private void fence() throws Exception {
        Outside outside = ledgers.get(turn);
        outside.fence();
        if (outside == lead) {
            job.counters().checkpoints().open(null);
        }
        step(outside.fenced(), outside, "");
        inTurn(Step.LOOK);
    }

    private void look() {
        requireNewest();
        go(ledgers.isEmpty() ? Step.DECIDE : Step.READ);
    }

    private void read() throws Exception {
        Outside outside = ledgers.get(turn);
        LedgerView view = outside.read();
        views.put(outside.resource(), view);
        step(ProtocolStep.LEDGER_READ, outside, String.valueOf(view.entry()));
        requireOwned(outside);
        session.found(outside.resource(), view.owner());
        inTurn(Step.DECIDE);
    }

    private void decide() {
        Owner me = session.owner();
        StartFacts facts = facts(me);
        StartDecision decision = Recovery.decide(facts);
        owner = decision.kind() == StartDecision.Kind.NEW_LINEAGE
                ? new Owner(me.attempt(), me.epoch(), job.environment().newId())
                : me;
        var planner = new BeginningPlanner(
                job, session, refusals, owner, enumerators, lead == null ? null : lead.resource(), identities());
        plan = switch (decision.kind()) {
            case FIRST_START -> planner.fresh(null);
            case RESTORE -> planner.restored((StartDecision.Restore) decision);
            case COMMIT_FIRST_ENTRY -> planner.entryMissing(((StartDecision.CommitFirstEntry) decision).checkpoint());
            case NEW_LINEAGE -> newLineage(planner, (StartDecision.NewLineage) decision);
            case STALE -> throw new StaleOwnerException(replaced(((StartDecision.Stale) decision).why()));
            case REFUSE -> throw refused((StartDecision.Refuse) decision);
        };
        catchUps = new CatchUps(session.checkpoints(), followers).of(facts, decision);
        job.log()
                .step(
                        ProtocolStep.RECOVERY_DECIDED,
                        -1,
                        lead == null ? job.name() : lead.resource(),
                        decision.kind() + " checkpoint " + plan.manifest().checkpoint());
        go(ledgers.isEmpty() ? Step.CATCH_UP : Step.OWN);
    }

    /** One that lacks a consent says which of those that there are name nothing: it may be mistyped. */
    private RefusedException refused(StartDecision.Refuse refuse) {
        List<KnownCheckpoint> known = session.checkpoints().known();
        if (refuse.reason() != StartDecision.Reason.RESOURCE_LEFT || known.isEmpty()) {
            return new RefusedException(refuse.message());
        }
        Manifest newest = session.checkpoints().manifest(known.get(known.size() - 1));
        List<String> idle = PlanCheck.idle(job, newest);
        return new RefusedException(refuse.message() + (idle.isEmpty() ? "" : ". " + String.join("; ", idle)));
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
        Outside outside = ledgers.get(turn);
        session.owned(outside.resource(), me());
        outside.own(me());
        step(ProtocolStep.OWNER_RECORDED, outside, me().toString());
        inTurn(Step.CATCH_UP);
    }

    private void catchUp() throws Exception {
        if (catchUps.isEmpty()) {
            go(Step.FIRST_DURABLE);
            return;
        }
        CatchUps.One one = catchUps.get(turn);
        FollowerOutside follower = one.follower();
        List<Manifest> lacking = one.checkpoints().stream()
                .map(id -> session.checkpoints().manifest(id))
                .toList();
        try {
            follower.catchUp(
                    lacking,
                    new CatchingUp(session.claim(), session.checkpoints(), me(), session.nextId(), one.dropped()));
        } catch (RefusedException e) {
            // What is missing may be a successor's doing.
            requireNewest();
            if (follower.hasLedger()) {
                views.put(follower.resource(), follower.peek());
                requireOwned(follower);
            }
            throw e;
        }
        one.checkpoints().forEach(id -> job.log().step(ProtocolStep.FOLLOWER_CAUGHT_UP, id, follower.resource(), ""));
        turn++;
        if (turn == catchUps.size()) {
            go(Step.FIRST_DURABLE);
        }
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
        go(!ledgers.isEmpty() && base.needsEntry() ? Step.FIRST_ENTRY : Step.READY);
    }

    /** A ledger that the checkpoint does not know, since its sink has come after it was made, gets its first entry with one more checkpoint. */
    private void firstEntry() throws Exception {
        Manifest manifest = basePlan().manifest();
        Outside outside = ledgers.get(turn);
        if (knows(manifest, outside)) {
            outside.enter(manifest);
            job.log().step(ProtocolStep.ROOT_COMMITTED, manifest.checkpoint(), outside.resource(), "");
        }
        boolean allKnown = ledgers.stream().allMatch(ledger -> knows(manifest, ledger));
        inTurn(allKnown ? Step.READY : Step.LOOK);
    }

    private static boolean knows(Manifest manifest, Outside outside) {
        return manifest.sinks().stream()
                .anyMatch(sink -> sink.ledger() != null && outside.resource().equals(sink.resource()));
    }

    private void go(Step to) {
        next = to;
        turn = 0;
    }

    /** The same step for the next ledger, or the step after it. */
    private void inTurn(Step after) {
        turn++;
        if (turn == ledgers.size()) {
            go(after);
        }
    }

    private StartFacts facts(Owner me) {
        return new StartFacts(
                job.name(),
                job.store().location(),
                me,
                session.claim().newest(),
                session.claim().attempts(),
                session.checkpoints().known(),
                lead == null ? null : lead.resource(),
                views,
                job.rewind(),
                Set.copyOf(job.settings().dropped()));
    }

    /** Judged before anything that was read is: a stale process must not take its successor's doings for errors. */
    private void requireNewest() {
        if (!session.claim().newest()) {
            throw new StaleOwnerException(replaced("the checkpoint store has a newer claim"));
        }
    }

    /** A process that owned a ledger and does no more has been replaced, and must not take it back. */
    private void requireOwned(Outside outside) {
        String resource = outside.resource();
        Owner before = session.ownedAs(resource);
        LedgerView view = views.get(resource);
        if (before != null
                && view != null
                && Ownership.judge(
                                before, session.found(resource), session.claim().newest(), view)
                        == Ownership.REPLACED) {
            throw new StaleOwnerException(replaced("the ledger at " + resource + " names " + view.owner()));
        }
    }

    private String replaced(String how) {
        return "job '" + job.name() + "', epoch " + session.claim().epoch() + ": another process has taken over (" + how
                + "). This one stops and does not restart; what it had not committed is read again by the other one.";
    }

    private void step(ProtocolStep step, Outside outside, String detail) {
        job.log().step(step, -1, outside.resource(), detail);
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
