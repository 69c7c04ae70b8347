package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.lead.Ownership;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.recovery.StartDecision.Kind;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.job.Attempt.Found;
import io.staunch.protocol.walk.job.Attempt.Phase;
import io.staunch.protocol.walk.job.Attempt.Seen;
import io.staunch.protocol.walk.job.Attempt.Start;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The steps of an attempt from its claim, or from an error, to its decision. */
final class Starting {
    private final Rules rules;
    private final boolean coarse;

    Starting(Rules rules, boolean coarse) {
        this.rules = rules;
        this.coarse = coarse;
    }

    void peek(Move move) {
        Outside lead = move.state().lead();
        LedgerView row = view(move.state().follower());
        peek(move, "peeks", new Seen(view(lead), row, false));
        if (lead != null && !lead.before().equals(lead.ledger())) {
            peek(move.asFault(), "peeks late", new Seen(rules.found(lead.before()), row, false));
        }
    }

    private void peek(Move move, String name, Seen seen) {
        Attempt saw = move.attempt().saw(seen).to(Phase.PEEK_LOOK);
        if (coarse) {
            peekLook(move.with(saw), name + ", looks at the store");
        } else {
            move.to(name, saw);
        }
    }

    void peekLook(Move move) {
        peekLook(move, "looks at the store");
    }

    private void peekLook(Move move, String name) {
        Attempt attempt = move.attempt();
        Seen seen = new Seen(seen(move).lead(), seen(move).follower(), move.newest());
        if (!seen.newest()) {
            move.stale(name);
            return;
        }
        if (replaced(move, seen)) {
            move.replaced(name);
            return;
        }
        StartDecision.Refuse refusal = rules.refusal(Facts.of(move, seen));
        if (refusal != null && !(attempt.consent() && rules.is(Flaw.CONSENT_SILENCES_THE_LOOK))) {
            Refused.refused(move, name, seen, refusal, false);
        } else {
            next(move, name, attempt.saw(null));
        }
    }

    void fence(Move move) {
        String name = "fences";
        if (Refused.again(move)) {
            move.wrong(name, "it was refused, and yet it fences the owner of the job again");
            return;
        }
        Outside lead = Objects.requireNonNull(move.state().lead());
        Job fenced = move.state().lead(lead.fenced(move.attempt().number()), Transactions.NONE);
        next(move.with(fenced), name, move.attempt());
    }

    void fenceFollower(Move move) {
        Outside follower = Objects.requireNonNull(move.state().follower());
        int number = move.attempt().number();
        boolean kept = rules.is(Flaw.FENCED_BY_NAME) && follower.client() == number;
        Outside fenced = kept ? follower : follower.fenced(number);
        next(move.with(move.state().follower(fenced)), "fences the follower", move.attempt());
    }

    void read(Move move) {
        Outside lead = move.state().lead();
        Move caughtUp = lead == null ? move : move.with(move.state().lead(lead.caughtUp()));
        boolean looked = move.attempt().seen() != null && seen(move).newest();
        Seen seen = new Seen(view(lead), view(move.state().follower()), looked);
        next(caughtUp, "reads the ledgers", move.attempt().saw(seen));
    }

    void look(Move move) {
        look(move, "looks at the store");
    }

    private void look(Move move, String name) {
        Seen seen = move.attempt().seen();
        Seen looked = seen == null
                ? new Seen(null, null, move.newest())
                : new Seen(seen.lead(), seen.follower(), move.newest());
        next(move, name, move.attempt().saw(looked));
    }

    /** Pure, so it takes no step of its own. */
    private void decide(Move move, String name, Attempt attempt) {
        Seen seen = Objects.requireNonNull(attempt.seen());
        if (seen.newest() && replaced(move, seen)) {
            move.replaced(name);
            return;
        }
        StartDecision decision = rules.decide(Facts.of(move, seen));
        if (decision.kind() == Kind.STALE) {
            move.stale(name);
            return;
        }
        if (decision instanceof StartDecision.Refuse refuse) {
            Refused.refused(move, name, seen, refuse, true);
            return;
        }
        Found found = new Found(owner(seen.lead()), owner(seen.follower()));
        next(move, name, attempt.with(found).with(start(move, decision)), Phase.DECIDE);
    }

    private Start start(Move move, StartDecision decision) {
        Owner me = Facts.me(move);
        if (decision instanceof StartDecision.NewLineage rewind) {
            int own = move.attempt().number() + 8;
            LedgerEntry had = rewind.repeatsFrom();
            boolean kept = rules.is(Flaw.LINEAGE_KEPT) && had != null;
            int lineage = kept ? Names.number(had.owner().lineage()) : own;
            return new Start(
                    decision,
                    Names.owner(move.attempt().number(), move.attempt().epoch(), lineage),
                    null,
                    true);
        }
        KnownCheckpoint base = switch (decision.kind()) {
            case RESTORE -> ((StartDecision.Restore) decision).checkpoint();
            case COMMIT_FIRST_ENTRY -> ((StartDecision.CommitFirstEntry) decision).checkpoint();
            case FIRST_START, NEW_LINEAGE, STALE, REFUSE -> null;
        };
        return new Start(decision, me, base, decision.kind() == Kind.COMMIT_FIRST_ENTRY);
    }

    /** Whether somebody else has recorded itself since this attempt has. */
    private boolean replaced(Move move, Seen seen) {
        Attempt attempt = move.attempt();
        Found found = attempt.found();
        return replaced(attempt.atLead(), found.lead(), seen.newest(), seen.lead())
                || replaced(attempt.atFollower(), found.follower(), seen.newest(), seen.follower());
    }

    private boolean replaced(@Nullable Owner me, @Nullable Owner before, boolean newest, @Nullable LedgerView view) {
        return me != null && rules.judge(me, before, newest, view) == Ownership.REPLACED;
    }

    void next(Move move, String name, Attempt attempt) {
        next(move, name, attempt, attempt.phase());
    }

    /** To the next phase in which there is something to do. */
    private void next(Move move, String name, Attempt attempt, Phase phase) {
        Phase next = rules.after(phase);
        while (!needed(move, attempt, next)) {
            next = rules.after(next);
        }
        if (next == Phase.DECIDE) {
            decide(move, name + ", decides", attempt);
        } else if (next == Phase.LOOK && coarse) {
            look(move.with(attempt.to(next)), name + ", looks at the store");
        } else {
            move.to(name, attempt.to(next));
        }
    }

    private boolean needed(Move move, Attempt attempt, Phase phase) {
        boolean lead = move.state().lead() != null;
        boolean follower = move.state().follower() != null;
        Start start = attempt.start();
        return switch (phase) {
            case FENCE, OWN -> lead;
            case FENCE_FOLLOWER -> follower && !rules.is(Flaw.FOLLOWER_FENCED_LATE);
            case TAKE -> follower;
            case ROOT_DURABLE -> start != null && Roots.needsRoot(start.decision());
            case ENTER_LEAD -> lead && entry(start) && !rules.is(Flaw.READ_BEFORE_FIRST_ENTRY);
            case ENTER_FOLLOWER -> follower && entry(start) && !rules.is(Flaw.FIRST_ENTRY_SKIPPED);
            case PEEK, PEEK_LOOK, READ, LOOK, DECIDE, RESTORE, RUN, ENDED -> true;
        };
    }

    private static boolean entry(@Nullable Start start) {
        return start != null && start.entry();
    }

    private static Seen seen(Move move) {
        return Objects.requireNonNull(move.attempt().seen());
    }

    private @Nullable LedgerView view(@Nullable Outside outside) {
        return outside == null ? null : rules.found(outside.ledger());
    }

    private static @Nullable Owner owner(@Nullable LedgerView view) {
        return view == null ? null : view.owner();
    }
}
