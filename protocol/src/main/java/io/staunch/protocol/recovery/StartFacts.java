package io.staunch.protocol.recovery;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt knows when it decides how to start.
 *
 * @param job the job's name
 * @param store where the checkpoint store is, for messages
 * @param me this attempt; its lineage is that of the newest checkpoint, or a new one if there is none
 * @param newestClaim whether the store knows no newer claim, by a look after the ledgers were read: a look before would let a stale
 *     process judge what its successor has written
 * @param claimants every attempt that has claimed this store since its newest checkpoint's epoch began, and those before that it remembers
 * @param checkpoints all complete checkpoints, oldest first
 * @param lead the resource that the job's transactions belong to, or null if it has none
 * @param ledgers what each ledger of the pipeline's resources shows, the lead's included
 * @param rewind whether the user consents to repeating output
 * @param mayLeave what the user consents to losing: resources that may be forgotten, intervals that may be passed over, and others
 */
public record StartFacts(
        String job,
        String store,
        Owner me,
        boolean newestClaim,
        Set<UUID> claimants,
        List<KnownCheckpoint> checkpoints,
        @Nullable String lead,
        Map<String, LedgerView> ledgers,
        boolean rewind,
        Set<String> mayLeave) {
    public StartFacts {
        claimants = Ordered.copyOf(claimants);
        checkpoints = List.copyOf(checkpoints);
        ledgers = Ordered.copyOf(ledgers);
        mayLeave = Ordered.copyOf(mayLeave);
        if (lead != null && !ledgers.containsKey(lead)) {
            throw new IllegalArgumentException("the ledger of the lead " + lead + " was not looked at");
        }
    }

    /** The newest complete checkpoint, or null. */
    @Nullable
    KnownCheckpoint newest() {
        return checkpoints.isEmpty() ? null : checkpoints.get(checkpoints.size() - 1);
    }
}
