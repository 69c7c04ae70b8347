package io.staunch.protocol.walk.lead;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.walk.Output;
import org.jspecify.annotations.Nullable;

/**
 * The outside: visible output, the commit ledger, and the transactions of two slots.
 *
 * @param shown what readers see
 * @param ledger as it is
 * @param before as it was before its last change: what a look that is a moment late still shows
 */
record Broker(int shown, LedgerView ledger, LedgerView before, Slot zero, Slot one) {
    private static final LedgerView NOTHING = new LedgerView("ledger", null, null);

    static final Broker EMPTY = new Broker(Output.NONE, NOTHING, NOTHING, Slot.FREE, Slot.FREE);

    /**
     * A transactional id.
     *
     * @param client the attempt that fenced it last
     * @param content what the open transaction holds
     * @param inFlight the entry of a commit that is on its way and may still arrive
     */
    record Slot(int client, int content, @Nullable LedgerEntry inFlight) {
        static final Slot FREE = new Slot(0, Output.NONE, null);

        boolean usableBy(int attempt) {
            return client == attempt && content != Output.ABORTED && inFlight == null;
        }
    }

    Slot slot(int index) {
        return index == 0 ? zero : one;
    }

    Broker withSlot(int index, Slot slot) {
        return index == 0
                ? new Broker(shown, ledger, before, slot, one)
                : new Broker(shown, ledger, before, zero, slot);
    }

    /** Every older client of the slot is fenced, and what it left is aborted. */
    Broker fenced(int index, int attempt) {
        return withSlot(index, new Slot(attempt, Output.NONE, null));
    }

    Broker written(int index, int record) {
        Slot slot = slot(index);
        return withSlot(index, new Slot(slot.client(), Output.with(slot.content(), record), null));
    }

    Broker aborted(int index) {
        return withSlot(index, new Slot(slot(index).client(), Output.ABORTED, null));
    }

    Broker sent(int index, LedgerEntry entry) {
        return withSlot(index, new Slot(slot(index).client(), slot(index).content(), entry));
    }

    Broker committed(int index, LedgerEntry entry) {
        Slot slot = slot(index);
        var view = new LedgerView(ledger.identity(), ledger.owner(), entry);
        return new Broker(Output.concat(shown, Math.max(Output.NONE, slot.content())), view, ledger, zero, one)
                .withSlot(index, new Slot(slot.client(), Output.NONE, null));
    }

    /** Somebody has waited until everything is visible. */
    Broker caughtUp() {
        return before.equals(ledger) ? this : new Broker(shown, ledger, ledger, zero, one);
    }

    Broker owned(Owner owner) {
        if (owner.equals(ledger.owner())) {
            return this;
        }
        return new Broker(shown, new LedgerView(ledger.identity(), owner, ledger.entry()), ledger, zero, one);
    }
}
