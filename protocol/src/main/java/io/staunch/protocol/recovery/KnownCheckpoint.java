package io.staunch.protocol.recovery;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A complete checkpoint of the store, as far as recovery cares.
 *
 * @param id its number
 * @param previous id of the checkpoint that it was taken on top of; null if its content begins with nothing
 * @param owner the attempt that made it durable
 * @param replaces at the first checkpoint of a lineage that was begun with consent to a rewind: what the ledger held then
 * @param ledgers the ledgers whose entries belong to the job: identity of each ledger by resource
 * @param introduced those of its resources that get their first entry with this checkpoint: no record is read before they have it
 * @param confirmed of each follower without a ledger, the newest checkpoint that was certain to be written when this one was taken
 */
public record KnownCheckpoint(
        long id,
        @Nullable Long previous,
        Owner owner,
        @Nullable Replaced replaces,
        Map<String, String> ledgers,
        Set<String> introduced,
        Map<String, Long> confirmed) {
    /**
     * What a ledger held when another lineage was begun in its place: consent was given to this, and to nothing committed later.
     *
     * @param lineage of the entry
     * @param committed its checkpoint
     */
    public record Replaced(UUID lineage, long committed) {
        /** Whether a ledger still holds just that. */
        boolean is(LedgerEntry entry) {
            return entry.owner().lineage().equals(lineage) && entry.committed() == committed;
        }
    }

    public KnownCheckpoint {
        ledgers = Ordered.copyOf(ledgers);
        introduced = Ordered.copyOf(introduced);
        confirmed = Ordered.copyOf(confirmed);
    }

    /** Of a job in which every follower has a ledger. */
    public KnownCheckpoint(
            long id,
            @Nullable Long previous,
            Owner owner,
            @Nullable Replaced replaces,
            Map<String, String> ledgers,
            Set<String> introduced) {
        this(id, previous, owner, replaces, ledgers, introduced, Map.of());
    }
}
