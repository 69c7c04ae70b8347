package io.staunch.runtime.job;

import io.staunch.protocol.checkpoint.Retention;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The complete checkpoints that this process knows to be in the store. Owned by the coordinator. */
final class CompleteCheckpoints {
    private final StoreClaim claim;
    private final List<StoredCheckpoint> all;

    CompleteCheckpoints(StoreClaim claim) {
        this.claim = claim;
        this.all = new ArrayList<>(claim.completed());
    }

    void add(StoredCheckpoint checkpoint) {
        all.add(checkpoint);
    }

    /** What recovery is told of them, oldest first. */
    List<KnownCheckpoint> known() {
        return all.stream().map(CompleteCheckpoints::known).toList();
    }

    Manifest manifest(KnownCheckpoint checkpoint) {
        for (StoredCheckpoint stored : all) {
            if (stored.id() == checkpoint.id() && stored.owner().equals(checkpoint.owner())) {
                return Manifest.of(stored.manifest());
            }
        }
        throw new IllegalStateException("checkpoint " + checkpoint.id() + " is not among the complete ones");
    }

    /** The one of that id. */
    Manifest manifest(long id) {
        for (StoredCheckpoint stored : all) {
            if (stored.id() == id) {
                return Manifest.of(stored.manifest());
            }
        }
        throw new IllegalStateException("checkpoint " + id + " is not among the complete ones");
    }

    /** Frees what neither recovery nor the user's settings ask for. */
    void keepFrom(long oldest, int retain) {
        List<Long> ids = all.stream().map(StoredCheckpoint::id).toList();
        Set<Long> keep = Retention.keep(ids, oldest, retain);
        if (all.removeIf(stored -> !keep.contains(stored.id()))) {
            claim.retain(keep);
        }
    }

    private static KnownCheckpoint known(StoredCheckpoint stored) {
        Manifest manifest = Manifest.of(stored.manifest());
        Manifest.Parent parent = manifest.parent();
        var replaces = parent == null ? null : new KnownCheckpoint.Replaced(parent.lineage(), parent.checkpoint());
        Map<String, String> ledgers = new HashMap<>();
        Set<String> introduced = new HashSet<>();
        Map<String, Long> confirmed = new HashMap<>();
        for (Manifest.SinkEntry sink : manifest.sinks()) {
            if (sink.resource() != null && sink.ledger() != null) {
                ledgers.put(sink.resource(), sink.ledger());
                if (sink.introduced()) {
                    introduced.add(sink.resource());
                }
            } else if (sink.resource() != null && sink.copy() != null) {
                confirmed.put(sink.resource(), sink.copy().confirmed());
            }
        }
        return new KnownCheckpoint(
                stored.id(), manifest.previous(), stored.owner(), replaces, ledgers, introduced, confirmed);
    }
}
