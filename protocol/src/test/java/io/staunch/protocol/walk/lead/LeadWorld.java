package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.Steps;
import io.staunch.protocol.walk.World;
import io.staunch.protocol.walk.lead.Broker.Slot;
import io.staunch.protocol.walk.lead.LeadSystem.Faults;
import org.jspecify.annotations.Nullable;

/**
 * One checkpoint store and the lead: up to three processes, of which older ones may go on after a newer one has started, that start, run,
 * take checkpoints, commit, fail and restart, each in single steps, by the production decisions.
 */
final class LeadWorld implements World<LeadSystem> {
    /** The record that makes no output. */
    static final int SILENT = 1;

    private final int records;
    private final Faults faults;
    private final Rules rules;
    private final Starting starting;
    private final Running running;

    LeadWorld(int records, Faults faults, Rules rules) {
        this.records = records;
        this.faults = faults;
        this.rules = rules;
        this.starting = new Starting(rules);
        this.running = new Running(rules, records);
    }

    @Override
    public LeadSystem start() {
        return new LeadSystem(Store.EMPTY, Broker.EMPTY, faults, Attempt.NONE, Attempt.NONE, Attempt.NONE);
    }

    @Override
    public void steps(LeadSystem state, Steps<LeadSystem> steps) {
        if (state.faults().processes() > 0) {
            Store store = state.store().claimed();
            int number = store.claims();
            steps.fault(
                    "claim " + number,
                    state.with(store)
                            .with(state.faults().process())
                            .with(number, Attempt.claiming(number, store, Attempt.Phase.PEEK)));
        }
        for (int slot = 0; slot < 2; slot++) {
            outside(state, slot, steps);
        }
        for (int number = 1; number <= state.store().claims(); number++) {
            Attempt attempt = state.attempt(number);
            if (attempt.phase() == Attempt.Phase.ENDED) {
                continue;
            }
            steps.fault("crash " + number, state.with(number, Attempt.NONE));
            var move = new Move(state, attempt, steps, rules);
            if (attempt.phase() == Attempt.Phase.RUN) {
                running.steps(move);
            } else {
                starting.steps(move);
            }
        }
    }

    /** The broker aborts a transaction that was open too long; a commit on its way arrives. */
    private void outside(LeadSystem state, int index, Steps<LeadSystem> steps) {
        Slot slot = state.broker().slot(index);
        if (slot.content() > Output.NONE && state.faults().timeouts() > 0) {
            steps.fault(
                    "slot " + index + " times out",
                    state.with(state.broker().aborted(index))
                            .with(state.faults().timeout()));
        }
        LedgerEntry entry = slot.inFlight();
        if (entry != null) {
            var move = new Move(state, state.attempt(slot.client()), steps, rules);
            move.commit(
                    "slot " + index + " commits late", index, entry, slot.client(), state.attempt(slot.client()), true);
        }
    }

    @Override
    public @Nullable String violation(LeadSystem state) {
        if (!Output.isPrefix(state.broker().shown())) {
            return "readers see " + Output.text(state.broker().shown());
        }
        LedgerEntry entry = state.broker().ledger().entry();
        if (entry != null && state.store().find(entry) == null) {
            return "I6: the checkpoint of the ledger can't be read: " + entry;
        }
        return null;
    }

    @Override
    public boolean live(LeadSystem state) {
        return state.newest().phase() != Attempt.Phase.ENDED;
    }

    @Override
    public boolean done(LeadSystem state) {
        return Output.size(state.broker().shown()) == records - 1;
    }

    @Override
    public Object[] parts(LeadSystem state) {
        Broker broker = state.broker();
        return new Object[] {
            state.store(),
            broker.shown(),
            broker.ledger(),
            broker.before(),
            broker.zero(),
            broker.one(),
            state.faults(),
            state.first(),
            state.second(),
            state.third()
        };
    }

    @Override
    public LeadSystem of(Object[] parts) {
        var broker = new Broker(
                (Integer) parts[1], (LedgerView) parts[2], (LedgerView) parts[3], (Slot) parts[4], (Slot) parts[5]);
        return new LeadSystem(
                (Store) parts[0], broker, (Faults) parts[6], (Attempt) parts[7], (Attempt) parts[8], (Attempt)
                        parts[9]);
    }
}
