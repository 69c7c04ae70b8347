package io.staunch.protocol.walk.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.walk.Names;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An outside resource with its ledger, the lead's or a follower's.
 *
 * @param silent the record that makes no output here
 * @param client the attempt that fenced last
 * @param ledger as it is
 * @param before as it was before its last change: what a look that is a moment late still shows
 * @param replaced attempts whose record as the owner another one has overwritten
 * @param inFlight a transaction that may still commit, or null
 */
record Outside(
        int silent,
        int client,
        Shown shown,
        LedgerView ledger,
        LedgerView before,
        Set<Integer> replaced,
        @Nullable InFlight inFlight) {
    /**
     * A transaction whose client does not wait for the answer any more.
     *
     * @param before the entry that the ledger is known to hold
     * @param entry to be made
     * @param content to be shown
     */
    record InFlight(int client, @Nullable LedgerEntry before, LedgerEntry entry, int content) {}

    static Outside empty(String name, int silent) {
        var view = new LedgerView(name, null, null);
        return new Outside(silent, 0, Shown.NOTHING, view, view, Set.of(), null);
    }

    /** How many of the first records make output. */
    int outputs(int records) {
        return records > silent ? records - 1 : records;
    }

    /** Every older client is fenced. */
    Outside fenced(int attempt) {
        return new Outside(silent, attempt, shown, ledger, before, replaced, null);
    }

    Outside with(Shown now) {
        return new Outside(silent, client, now, ledger, before, replaced, inFlight);
    }

    Outside with(@Nullable InFlight sent) {
        return new Outside(silent, client, shown, ledger, before, replaced, sent);
    }

    Outside owned(Owner owner) {
        Owner old = ledger.owner();
        Outside now = changed(new LedgerView(ledger.identity(), owner, ledger.entry()));
        if (old == null || old.attempt().equals(owner.attempt())) {
            return now;
        }
        Set<Integer> more = new TreeSet<>(replaced);
        more.add(Names.number(old.attempt()));
        return new Outside(silent, client, shown, now.ledger, now.before, Set.copyOf(more), inFlight);
    }

    Outside entered(LedgerEntry entry) {
        return changed(new LedgerView(ledger.identity(), ledger.owner(), entry));
    }

    private Outside changed(LedgerView view) {
        return view.equals(ledger) ? this : new Outside(silent, client, shown, view, ledger, replaced, inFlight);
    }

    /** Everything is visible. */
    Outside caughtUp() {
        return before.equals(ledger) ? this : new Outside(silent, client, shown, ledger, ledger, replaced, inFlight);
    }

    @Nullable
    LedgerEntry entry() {
        return ledger.entry();
    }

    @Nullable
    Owner owner() {
        return ledger.owner();
    }
}
