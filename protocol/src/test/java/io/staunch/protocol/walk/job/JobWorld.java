package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Steps;
import io.staunch.protocol.walk.World;
import io.staunch.protocol.walk.job.Attempt.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job with a lead, a follower or both, in one folder or, by mistake, in two: processes start, run, take checkpoints, commit, fail and
 * restart, each in single steps, by the production decisions. The lead's two transactional ids are coarse here: the lead's own world has them.
 */
public final class JobWorld implements World<Job> {
    private static final int PARTS = 6;
    private static final int IDS_IN_VAIN = 2;

    private final Setting setting;
    private final Rules rules;
    private final Starting starting;
    private final Roots roots;
    private final Running running;

    /** A world, broken by the flaw if there is one. */
    public JobWorld(Setting setting, @Nullable Flaw flaw) {
        this.setting = setting;
        this.rules = new Rules(flaw);
        this.starting = new Starting(rules, setting.coarse());
        this.roots = new Roots(rules, starting);
        this.running = new Running(rules, setting.records());
    }

    @Override
    public Job start() {
        return Beginnings.of(setting);
    }

    @Override
    public void steps(Job state, Steps<Job> steps) {
        if (beyond(state)) {
            return;
        }
        for (int place = 0; place < 2; place++) {
            if (state.left().processes(place) > 0 && mayClaim(state, place)) {
                claim(state, place, false, steps);
                if (state.left().consents() > 0) {
                    claim(state.with(state.left().consent()), place, true, steps);
                }
            }
        }
        arrive(state, steps);
        for (int number = 1; number <= state.attempts().size(); number++) {
            Attempt attempt = state.attempts().get(number - 1);
            if (attempt.phase() != Phase.ENDED) {
                steps.fault("crash " + number, state.with(number, Attempt.NONE));
                step(new Move(state, attempt, steps, rules));
            }
        }
    }

    /** A transaction that nobody waits for any more reaches the follower. */
    private void arrive(Job state, Steps<Job> steps) {
        Outside follower = state.follower();
        Outside.InFlight sent = follower == null ? null : follower.inFlight();
        if (sent == null) {
            return;
        }
        Outside without = follower.with((Outside.InFlight) null);
        String name = "late transaction of " + sent.client() + " arrives";
        if (rules.commit(sent.client(), sent.before(), sent.entry(), follower) == LedgerRow.WRITE) {
            var move = new Move(state, state.attempts().get(sent.client() - 1), steps, rules);
            Outside after = Running.committed(move, name, without, sent.entry(), sent.content());
            if (after != null) {
                steps.fault(name, state.follower(after));
            }
        } else {
            steps.fault(name + " in vain", state.follower(without));
        }
    }

    private boolean mayClaim(Job state, int place) {
        return place == 0 || !setting.copies() || !state.first().claims().isEmpty();
    }

    private void claim(Job state, int place, boolean consent, Steps<Job> steps) {
        int number = setting.faults().attempts() - state.left().attempts() + 1;
        boolean copies = place == 1
                && setting.copies()
                && state.left().others() == setting.faults().others();
        Folder folder = (copies ? state.first() : state.folder(place)).claimedBy(Names.attempt(number));
        var attempt = new Attempt(
                number,
                place,
                folder.claims().size(),
                consent,
                Phase.PEEK,
                null,
                null,
                null,
                Attempt.Found.NOBODY,
                null,
                null);
        steps.fault(
                number + " claims " + (place == 0 ? "the folder" : copies ? "a copy of the folder" : "the other folder")
                        + (consent ? " with consent" : ""),
                state.with(place, folder).with(state.left().process(place)).with(number, attempt));
    }

    private void step(Move move) {
        switch (move.attempt().phase()) {
            case PEEK -> starting.peek(move);
            case PEEK_LOOK -> starting.peekLook(move);
            case FENCE -> starting.fence(move);
            case FENCE_FOLLOWER -> starting.fenceFollower(move);
            case READ -> starting.read(move);
            case LOOK -> starting.look(move);
            case OWN -> roots.own(move);
            case TAKE -> roots.take(move);
            case ROOT_DURABLE -> roots.rootDurable(move);
            case ENTER_LEAD -> roots.enterLead(move);
            case ENTER_FOLLOWER -> roots.enterFollower(move);
            case RESTORE -> roots.restore(move);
            case RUN -> running.steps(move);
            case DECIDE, ENDED ->
                throw new IllegalStateException("no step: " + move.attempt().phase());
        }
    }

    @Override
    public @Nullable String violation(Job state) {
        for (Outside outside : Refused.outsides(state)) {
            LedgerEntry entry = outside.entry();
            if (entry != null
                    && state.first().find(entry) == null
                    && state.second().find(entry) == null) {
                return "I6: the checkpoint of the ledger can't be read: " + entry;
            }
        }
        LedgerEntry lead = state.lead() == null ? null : state.lead().entry();
        LedgerEntry follower =
                state.follower() == null ? null : state.follower().entry();
        boolean ahead = lead != null
                && follower != null
                && lead.owner().lineage().equals(follower.owner().lineage())
                && follower.committed() > lead.committed();
        return ahead ? "the follower is ahead: " + follower + ", but " + lead : null;
    }

    /** A process that owns the job, or may take it, and can be sure of that. */
    @Override
    public boolean live(Job state) {
        for (Attempt attempt : state.attempts()) {
            boolean newest = attempt.phase() != Phase.ENDED
                    && state.folder(attempt.place()).claims().size() == attempt.epoch();
            if (newest && !replaced(state, attempt)) {
                boolean mayRewind = attempt.consent() && !setting.copies();
                if (mayRewind || Refused.mayGoOn(state, attempt.place())) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Two processes that use copies of a folder may fence each other as long as neither gets from its fence to its record undisturbed, and make
     * checkpoints in vain meanwhile. Such paths are followed up to a number of checkpoints.
     */
    private boolean beyond(Job state) {
        int most = Math.max(state.first().nextId(), state.second().nextId());
        return setting.coarse() && most > setting.records() + IDS_IN_VAIN;
    }

    private static boolean replaced(Job state, Attempt attempt) {
        return replaced(state.lead(), attempt.atLead(), attempt)
                || replaced(state.follower(), attempt.atFollower(), attempt);
    }

    private static boolean replaced(@Nullable Outside outside, @Nullable Owner own, Attempt attempt) {
        Owner owner = outside == null ? null : outside.owner();
        return own != null && owner != null && !owner.attempt().equals(Names.attempt(attempt.number()));
    }

    @Override
    public boolean done(Job state) {
        return beyond(state)
                || Refused.outsides(state).stream()
                        .allMatch(one -> one.shown().of(one.shown().lineage()) == one.outputs(setting.records()));
    }

    @Override
    public Object[] parts(Job state) {
        Object[] parts = Arrays.copyOf(
                new Object[] {
                    state.first(), state.second(), state.lead(), state.transactions(), state.follower(), state.left()
                },
                PARTS + state.attempts().size());
        for (int i = 0; i < state.attempts().size(); i++) {
            parts[PARTS + i] = state.attempts().get(i);
        }
        return parts;
    }

    @Override
    public Job of(Object[] parts) {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = PARTS; i < parts.length; i++) {
            attempts.add((Attempt) parts[i]);
        }
        return new Job(
                (Folder) parts[0],
                (Folder) parts[1],
                (Outside) parts[2],
                (Transactions) parts[3],
                (Outside) parts[4],
                (Faults) parts[5],
                Collections.unmodifiableList(attempts));
    }
}
