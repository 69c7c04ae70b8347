package io.staunch.protocol.recovery;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Where a new lineage begins, what it repeats, and whether a ledger still holds what consent was given to. */
final class Rewind {
    private Rewind() {}

    /**
     * The newest checkpoint whose output is certain to be committed everywhere: consent is to repeating output, never to losing any. The
     * newest one of the store may be durable only. Null if there is none.
     */
    static @Nullable KnownCheckpoint from(StartFacts facts) {
        KnownCheckpoint newest = facts.newest();
        if (newest == null) {
            return null;
        }
        Line line = Line.to(newest, facts.checkpoints());
        return facts.ledgers().keySet().stream()
                .map(resource -> covered(facts, resource, newest, line))
                .min(Comparator.comparingLong(KnownCheckpoint::id))
                .orElse(newest);
    }

    private static KnownCheckpoint covered(StartFacts facts, String resource, KnownCheckpoint newest, Line line) {
        LedgerView view = facts.ledgers().get(resource);
        LedgerEntry entry = view == null ? null : view.entry();
        KnownCheckpoint named = entry == null ? null : Recovery.find(facts, entry);
        if (named != null) {
            return named;
        }
        if (!newest.ledgers().containsKey(resource)) {
            return newest;
        }
        return resource.equals(facts.lead()) ? coveredByLead(newest, line) : line.oldest();
    }

    /**
     * The ledger does not tell. A checkpoint starts only when the lead has committed the one before, and an older one is freed only when the
     * lead has committed a newer one; the first one of a resource adds nothing to what it was taken on top of.
     */
    private static KnownCheckpoint coveredByLead(KnownCheckpoint newest, Line line) {
        KnownCheckpoint before = line.beforeEnd();
        return before == null || !newest.introduced().isEmpty() ? newest : before;
    }

    /** What the lead's ledger holds, or without a lead the first follower's; null if nothing. */
    static @Nullable LedgerEntry repeats(StartFacts facts) {
        String resource = reported(facts);
        LedgerView view = resource == null ? null : facts.ledgers().get(resource);
        return view == null ? null : view.entry();
    }

    private static @Nullable String reported(StartFacts facts) {
        if (facts.lead() != null) {
            return facts.lead();
        }
        Map<String, LedgerView> inOrder = new TreeMap<>(facts.ledgers());
        for (Map.Entry<String, LedgerView> ledger : inOrder.entrySet()) {
            if (ledger.getValue().entry() != null) {
                return ledger.getKey();
            }
        }
        return null;
    }

    /**
     * Whether a ledger holds what the lineage that a checkpoint belongs to was begun to replace. The one that the report was about must hold
     * just that: what was committed since, nobody has consented to repeat.
     */
    static boolean replaced(StartFacts facts, KnownCheckpoint first, String resource) {
        LedgerView view = facts.ledgers().get(resource);
        LedgerEntry entry = view == null ? null : view.entry();
        KnownCheckpoint.Replaced replaces = first.replaces();
        if (entry == null || replaces == null) {
            return false;
        }
        return resource.equals(reported(facts))
                ? replaces.is(entry)
                : replaces.lineage().equals(entry.owner().lineage());
    }
}
