package io.staunch.protocol.lead;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;

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
     * The judgement.
     *
     * @param me this attempt
     * @param newestClaim whether the checkpoint store knows no newer claim
     * @param view the ledger now
     */
    public static Ownership judge(Owner me, boolean newestClaim, LedgerView view) {
        return newestClaim && me.equals(view.owner()) ? OWNER : REPLACED;
    }
}
