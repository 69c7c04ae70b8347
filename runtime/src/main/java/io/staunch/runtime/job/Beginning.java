package io.staunch.runtime.job;

import io.staunch.ledger.Owner;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.refused.RefusedPlaces;
import io.staunch.sink.LeadConnection;
import io.staunch.source.SplitEnumerator;
import io.staunch.store.StoreClaim;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an execution begins: the checkpoint it restores, and the outside it has made sure of.
 *
 * @param owner this attempt, in the lineage of the checkpoint
 * @param manifest of the restored checkpoint, positions of sources included
 * @param refused places whose records are not sent again: at or behind those positions, or of what is in flight in that checkpoint
 * @param enumerators of each source
 * @param lead the lead's connection, fenced and owned; null if the job has none
 * @param leadState what the lead does first; null if the job has none
 * @param followers fenced, owned, and brought up to that checkpoint
 * @param ledgers identity of each ledger by resource
 */
record Beginning(
        StoreClaim claim,
        Owner owner,
        Manifest manifest,
        RefusedPlaces refused,
        Map<String, SplitEnumerator> enumerators,
        @Nullable LeadConnection<Object> lead,
        @Nullable LeadState leadState,
        List<FollowerOutside> followers,
        Map<String, String> ledgers) {}
