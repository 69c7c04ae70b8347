package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.lead.Ownership;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartFacts;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.lead.Attempt.Phase;
import io.staunch.protocol.walk.lead.Attempt.Run;
import io.staunch.protocol.walk.lead.Store.Stored;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The steps of an attempt from its claim to its first record, and its judgement after an error. */
final class Starting {
    private final Rules rules;

    Starting(Rules rules) {
        this.rules = rules;
    }

    void steps(Move move) {
        switch (move.attempt().phase()) {
            case PEEK -> peek(move);
            case FENCE_0 -> fence(move, 0);
            case FENCE_1 -> fence(move, 1);
            case READ -> read(move);
            case LOOK -> look(move);
            case OWN -> own(move);
            case ROOT_DURABLE -> rootDurable(move);
            case ROOT_ENTRY -> rootEntry(move);
            case RESTORE -> restore(move);
            case JUDGE -> judge(move);
            case JUDGE_LOOK -> judgeLook(move);
            case DECIDE, RUN, ENDED ->
                throw new IllegalStateException(
                        "no step of the start: " + move.attempt().phase());
        }
    }

    private void peek(Move move) {
        Broker broker = move.state().broker();
        peek(move, "peeks", broker.ledger());
        if (!broker.before().equals(broker.ledger())) {
            peek(move, "peeks late", broker.before());
        }
    }

    private void peek(Move move, String name, LedgerView view) {
        StartDecision.Refuse refusal = rules.refusal(facts(move, move.newest(), view));
        if (!move.newest()) {
            move.to(name, Attempt.NONE);
        } else if (refusal != null) {
            move.stop(name, refusal.message());
        } else {
            move.to(name, move.attempt().to(rules.after(Phase.PEEK)));
        }
    }

    private void fence(Move move, int slot) {
        Attempt attempt = move.attempt();
        boolean skipped = slot == 1 && rules.is(Break.FENCE_ONE_ID);
        Broker broker = move.state().broker();
        move.to(
                "fences slot " + slot,
                move.state().with(skipped ? broker : broker.fenced(slot, attempt.number())),
                attempt.to(rules.after(attempt.phase())));
    }

    private void read(Move move) {
        Broker broker = move.state().broker().caughtUp();
        var caughtUp = new Move(move.state().with(broker), move.attempt(), move.steps(), rules);
        next(caughtUp, "reads the ledger", move.attempt().readAfterFence(broker.ledger()));
    }

    private void look(Move move) {
        next(move, "looks at the store", move.attempt().looked(move.newest()));
    }

    private void next(Move move, String name, Attempt attempt) {
        Phase after = rules.after(attempt.phase());
        if (after == Phase.DECIDE) {
            decide(move, name + " and decides", attempt);
        } else {
            move.to(name, attempt.to(after));
        }
    }

    /** Pure, so it takes no step of its own. */
    private void decide(Move move, String name, Attempt attempt) {
        LedgerView view = Objects.requireNonNull(attempt.view());
        StartDecision decision = rules.decide(facts(move, attempt.newest(), view));
        Phase after = rules.after(Phase.DECIDE);
        switch (decision.kind()) {
            case FIRST_START ->
                move.to(name, attempt.decided(decision.kind(), null).to(after));
            case COMMIT_FIRST_ENTRY ->
                move.to(
                        name,
                        attempt.decided(decision.kind(), ((StartDecision.CommitFirstEntry) decision).checkpoint())
                                .to(after));
            case RESTORE ->
                move.to(
                        name,
                        attempt.decided(decision.kind(), ((StartDecision.Restore) decision).checkpoint())
                                .to(after));
            case STALE -> move.stop(name, ((StartDecision.Stale) decision).why());
            case REFUSE -> {
                String message = ((StartDecision.Refuse) decision).message();
                if (move.newest()) {
                    move.stop(name, message);
                } else {
                    move.wrong(name, "a stale process judges what it reads: " + message);
                }
            }
            case NEW_LINEAGE -> move.wrong(name, "nobody has consented to a rewind");
        }
    }

    /** A transaction of its own, under the id that is fenced first. */
    private void own(Move move) {
        Attempt attempt = move.attempt();
        if (!move.state().broker().zero().usableBy(attempt.number())) {
            move.error("records the owner");
            return;
        }
        LeadSystem owned = move.state().with(move.state().broker().owned(move.me()));
        Phase next = attempt.start() == StartDecision.Kind.FIRST_START
                ? Phase.ROOT_DURABLE
                : attempt.start() == StartDecision.Kind.COMMIT_FIRST_ENTRY ? Phase.ROOT_ENTRY : Phase.RESTORE;
        move.to("records the owner", owned, attempt.to(next));
        if (move.state().faults().lostAnswers() > 0) {
            move.fault(
                    "records the owner, the answer is lost",
                    owned.with(owned.faults().lostAnswer()),
                    attempt.failed(Phase.JUDGE));
            move.fault(
                    "can't record the owner",
                    move.state().with(move.state().faults().lostAnswer()),
                    attempt.failed(Phase.JUDGE));
        }
    }

    private void rootDurable(Move move) {
        Attempt attempt = move.attempt();
        if (!move.newest()) {
            move.to("finds itself stale", Attempt.NONE);
            return;
        }
        int id = attempt.nextId();
        var known = new KnownCheckpoint(id, null, move.me(), null, Map.of(Names.LEAD, "ledger"), Set.of(Names.LEAD));
        Attempt durable = attempt.decided(StartDecision.Kind.FIRST_START, known).takingId();
        move.to(
                "makes checkpoint " + id + " durable",
                move.state().with(move.state().store().with(new Stored(known, 0))),
                durable.to(rules.is(Break.RECORDS_BEFORE_ROOT_ENTRY) ? Phase.RESTORE : Phase.ROOT_ENTRY));
    }

    private void rootEntry(Move move) {
        Attempt attempt = move.attempt();
        KnownCheckpoint root = Objects.requireNonNull(attempt.base());
        var entry = new LedgerEntry(Names.JOB, Names.LEAD, root.id(), root.owner());
        Commits.commit(move, "enters checkpoint " + root.id(), 0, entry, attempt.to(Phase.RESTORE));
    }

    private void restore(Move move) {
        Attempt attempt = move.attempt();
        KnownCheckpoint base = Objects.requireNonNull(attempt.base());
        Stored stored = move.state().store().find(base.id());
        if (stored == null) {
            move.stop("restores", "I6: checkpoint " + base.id() + " is gone");
            return;
        }
        int slot = attempt.start() == StartDecision.Kind.RESTORE ? 0 : 1;
        int position = stored.position();
        var run = new Run(position, position, (int) base.id(), LeadState.recovered(slot, base.id()), null);
        move.to("restores checkpoint " + base.id(), attempt.to(Phase.RUN).running(run));
    }

    private void judge(Move move) {
        Broker broker = move.state().broker();
        Attempt next = move.attempt().to(Phase.JUDGE_LOOK);
        move.to("looks at the ledger", next.saw(broker.ledger()));
        if (!broker.before().equals(broker.ledger())) {
            move.fault("looks late at the ledger", move.state(), next.saw(broker.before()));
        }
    }

    private void judgeLook(Move move) {
        Attempt attempt = move.attempt();
        LedgerView view = Objects.requireNonNull(attempt.view());
        Ownership judgement = rules.judge(move.me(), attempt.read(), move.newest(), view);
        if (judgement == Ownership.OWNER) {
            move.to("still owns the job", attempt.failed(rules.again()));
        } else {
            move.stop("has been replaced", "the ledger names " + view.owner());
        }
    }

    private static StartFacts facts(Move move, boolean newest, LedgerView view) {
        Store known = move.state().store().knownTo(move.attempt().number());
        return new StartFacts(
                Names.JOB,
                "store",
                move.me(),
                newest,
                known.claimants(),
                known.known(),
                Names.LEAD,
                Map.of(Names.LEAD, view),
                false,
                Set.of());
    }
}
