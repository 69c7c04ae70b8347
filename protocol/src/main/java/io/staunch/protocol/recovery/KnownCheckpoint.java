package io.staunch.protocol.recovery;

import io.staunch.ledger.Owner;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A complete checkpoint of the store, as far as recovery cares.
 *
 * @param id its number
 * @param owner the attempt that made it durable
 * @param replaces at the first checkpoint of a lineage that was begun with consent to a rewind: the lineage that the ledger held then
 * @param ledgers the ledgers whose entries belong to the job: identity of each ledger by resource
 * @param introduced those of its resources that get their first entry with this checkpoint: no record is read before they have it
 */
public record KnownCheckpoint(
        long id, Owner owner, @Nullable UUID replaces, Map<String, String> ledgers, Set<String> introduced) {
    public KnownCheckpoint {
        ledgers = Map.copyOf(ledgers);
        introduced = Set.copyOf(introduced);
    }
}
