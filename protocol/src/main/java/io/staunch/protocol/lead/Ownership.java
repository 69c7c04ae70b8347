package io.staunch.protocol.lead;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides, after an error of a transactional client, whether this process still owns its job. The error itself does not tell: a
 * transaction that timed out and one that was fenced fail alike.
 */
public enum Ownership {
    /** It does: new clients may be made, and the job restarts under the same attempt. */
    OWNER,
    /** A newer process has taken over: this one stops and does not restart, so that two copies never fence each other in turn. */
    REPLACED;

    /**
     * The judgement. The ledger is looked at first, then the store: what a newer process wrote is then never taken for anything else.
     *
     * <p>A ledger that still names the owner that was found before has been taken by nobody: this process's own record may not have been
     * written yet, or a look that fences nobody is a moment late.
     *
     * <p>To be asked as soon as the record was sent, whether or not there was an answer: a process that takes a record that got none for
     * one that was never made would take the job back from its successor, which then finds the owner from before.
     *
     * @param me this attempt
     * @param before the owner that the ledger named when this attempt read it after fencing, null if it named none
     * @param newestClaim whether the checkpoint store knows no newer claim, by a look after the one at the ledger
     * @param view the ledger now
     */
    public static Ownership judge(Owner me, @Nullable Owner before, boolean newestClaim, LedgerView view) {
        boolean untaken = me.equals(view.owner()) || Objects.equals(before, view.owner());
        return newestClaim && untaken ? OWNER : REPLACED;
    }
}
