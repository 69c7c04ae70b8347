package io.staunch.protocol.recovery;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.recovery.StartDecision.CatchUp;
import io.staunch.protocol.recovery.StartDecision.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides how an attempt starts. The ledgers must have been read after fencing; then the decision is final. The same function on a look
 * that fenced nobody is only good for refusing early.
 *
 * <p>Ownership comes first: a stale process must notice that it is stale before it judges what it reads, since its successor may have moved
 * on the ledgers and freed its checkpoints.
 */
public final class Recovery {
    private Recovery() {}

    /** The decision. */
    public static StartDecision decide(StartFacts facts) {
        if (!facts.newestClaim()) {
            return new StartDecision.Stale("the checkpoint store has a newer claim than epoch "
                    + facts.me().epoch());
        }
        StartDecision decision = facts.newest() == null ? withEmptyStore(facts) : withStore(facts, facts.newest());
        boolean rewinds =
                facts.rewind() && decision instanceof StartDecision.Refuse refuse && mayRewind(refuse.reason());
        return rewinds ? new StartDecision.NewLineage(Rewind.from(facts), Rewind.repeats(facts)) : decision;
    }

    /** Consent to repeating output is none to losing that of a sink that has left, nor does it make one job of two copies. */
    private static boolean mayRewind(Reason reason) {
        return switch (reason) {
            case COPIED_STORE, RESOURCE_LEFT -> false;
            case EMPTY_STORE, OTHER_LINEAGE, CHECKPOINT_MISSING, ENTRY_MISSING, LEDGER_REPLACED, FOLLOWER_AHEAD -> true;
        };
    }

    /**
     * A look before anybody is fenced: a refusal that is certain already, so that the owner of the job is not disturbed by a process that
     * could not go on anyway. Null if there is none; that allows nothing yet.
     *
     * <p>Such a look may be a moment late: what was committed last, even just before the last process died, may not be visible yet. So it
     * refuses only for what a later look can't show otherwise.
     */
    public static StartDecision.@Nullable Refuse refusal(StartFacts facts) {
        return decide(facts) instanceof StartDecision.Refuse refuse && certain(refuse.reason(), facts) ? refuse : null;
    }

    private static boolean certain(Reason reason, StartFacts facts) {
        return switch (reason) {
            case EMPTY_STORE, LEDGER_REPLACED, COPIED_STORE, RESOURCE_LEFT -> true;
            case OTHER_LINEAGE -> !anyReplaced(facts);
            case ENTRY_MISSING, FOLLOWER_AHEAD -> false;
            case CHECKPOINT_MISSING -> anyBeyond(facts);
        };
    }

    /** Whether a ledger names a checkpoint that no process of this store has made yet; an older one it may only have freed since. */
    private static boolean anyBeyond(StartFacts facts) {
        KnownCheckpoint newest = facts.newest();
        return newest != null
                && facts.ledgers().values().stream()
                        .map(LedgerView::entry)
                        .anyMatch(entry -> entry != null && entry.committed() > newest.id());
    }

    /** Whether a ledger shows what a lineage of this store was begun to replace: the first entry of that lineage may not be visible yet. */
    private static boolean anyReplaced(StartFacts facts) {
        return facts.checkpoints().stream()
                .anyMatch(checkpoint -> facts.ledgers().keySet().stream()
                        .anyMatch(resource -> Rewind.replaced(facts, checkpoint, resource)));
    }

    private static StartDecision withEmptyStore(StartFacts facts) {
        for (LedgerView view : facts.ledgers().values()) {
            if (view.entry() != null) {
                return new StartDecision.Refuse(Reason.EMPTY_STORE, Refusals.emptyStore(facts, view.entry()));
            }
        }
        return new StartDecision.FirstStart();
    }

    private static StartDecision withStore(StartFacts facts, KnownCheckpoint newest) {
        StartDecision.Refuse refuse = resources(facts, newest);
        if (refuse == null) {
            refuse = owners(facts, newest);
        }
        if (refuse == null) {
            refuse = lineages(facts, newest);
        }
        if (refuse != null) {
            return refuse;
        }
        if (awaitsFirstEntry(facts, newest)) {
            return new StartDecision.CommitFirstEntry(newest);
        }
        return facts.lead() == null ? restore(facts, newest) : withLead(facts, newest, facts.lead());
    }

    private static StartDecision withLead(StartFacts facts, KnownCheckpoint newest, String lead) {
        LedgerView view = facts.ledgers().get(lead);
        LedgerEntry entry = view.entry();
        if (!newest.ledgers().containsKey(lead)) {
            return entry == null
                    ? restore(facts, newest)
                    : new StartDecision.Refuse(Reason.OTHER_LINEAGE, Refusals.otherLineage(facts, entry));
        }
        if (entry == null) {
            return new StartDecision.Refuse(Reason.ENTRY_MISSING, Refusals.entryMissing(facts, lead, newest));
        }
        if (!entry.owner().lineage().equals(newest.owner().lineage())) {
            return new StartDecision.Refuse(Reason.OTHER_LINEAGE, Refusals.otherLineage(facts, entry));
        }
        KnownCheckpoint named = find(facts, entry);
        return named == null
                ? new StartDecision.Refuse(Reason.CHECKPOINT_MISSING, Refusals.checkpointMissing(facts, entry))
                : restore(facts, named);
    }

    /** Followers are brought to the restored checkpoint from their write-ahead copies; none may be beyond it. */
    private static StartDecision restore(StartFacts facts, KnownCheckpoint restored) {
        List<CatchUp> catchUps = new ArrayList<>();
        Set<String> introduced = new TreeSet<>();
        for (Map.Entry<String, LedgerView> ledger : facts.ledgers().entrySet()) {
            String resource = ledger.getKey();
            LedgerEntry entry = ledger.getValue().entry();
            if (!restored.ledgers().containsKey(resource)) {
                if (entry != null) {
                    return unknownTo(restored, facts, entry);
                }
                introduced.add(resource);
            } else if (!resource.equals(facts.lead())) {
                StartDecision.Refuse refuse = follower(facts, resource, entry, restored, catchUps);
                if (refuse != null) {
                    return refuse;
                }
            }
        }
        return new StartDecision.Restore(restored, catchUps, introduced);
    }

    /** A resource has an entry that the restored checkpoint knows nothing of; of the same lineage, it came with a later checkpoint. */
    private static StartDecision.Refuse unknownTo(KnownCheckpoint restored, StartFacts facts, LedgerEntry entry) {
        return entry.owner().lineage().equals(restored.owner().lineage())
                ? new StartDecision.Refuse(Reason.FOLLOWER_AHEAD, Refusals.followerAhead(facts, entry, restored))
                : new StartDecision.Refuse(Reason.OTHER_LINEAGE, Refusals.otherLineage(facts, entry));
    }

    private static StartDecision.@Nullable Refuse follower(
            StartFacts facts,
            String resource,
            @Nullable LedgerEntry entry,
            KnownCheckpoint restored,
            List<CatchUp> catchUps) {
        if (entry == null) {
            return new StartDecision.Refuse(Reason.ENTRY_MISSING, Refusals.entryMissing(facts, resource, restored));
        }
        if (!entry.owner().lineage().equals(restored.owner().lineage())) {
            return new StartDecision.Refuse(Reason.OTHER_LINEAGE, Refusals.otherLineage(facts, entry));
        }
        if (entry.committed() > restored.id()) {
            return new StartDecision.Refuse(Reason.FOLLOWER_AHEAD, Refusals.followerAhead(facts, entry, restored));
        }
        KnownCheckpoint held = find(facts, entry);
        Line line = Line.to(restored, facts.checkpoints());
        if (held == null || !line.contains(held)) {
            return new StartDecision.Refuse(Reason.CHECKPOINT_MISSING, Refusals.checkpointMissing(facts, entry));
        }
        if (!held.equals(restored)) {
            catchUps.add(new CatchUp(resource, line.after(held)));
        }
        return null;
    }

    /**
     * The newest checkpoint gives a resource its first entry, and that is not there: the last attempt died in between. No record has been
     * read since, or a later checkpoint would count on the entry.
     */
    private static boolean awaitsFirstEntry(StartFacts facts, KnownCheckpoint newest) {
        for (String resource : newest.introduced()) {
            LedgerView view = facts.ledgers().get(resource);
            if (view == null) {
                continue;
            }
            if (view.entry() == null || Rewind.replaced(facts, newest, resource)) {
                return true;
            }
        }
        return false;
    }

    private static StartDecision.@Nullable Refuse resources(StartFacts facts, KnownCheckpoint newest) {
        Set<String> left = new TreeSet<>(newest.ledgers().keySet());
        left.removeAll(facts.ledgers().keySet());
        left.removeAll(facts.mayLeave());
        if (!left.isEmpty()) {
            return new StartDecision.Refuse(Reason.RESOURCE_LEFT, Refusals.resourceLeft(facts, left, newest));
        }
        for (Map.Entry<String, String> known : newest.ledgers().entrySet()) {
            LedgerView view = facts.ledgers().get(known.getKey());
            if (view != null && !view.identity().equals(known.getValue())) {
                return new StartDecision.Refuse(
                        Reason.LEDGER_REPLACED, Refusals.ledgerReplaced(facts, known.getKey(), known.getValue(), view));
            }
        }
        return null;
    }

    /** An owner of this lineage that is newer than the newest checkpoint must have claimed this very store, not a copy of it. */
    private static StartDecision.@Nullable Refuse owners(StartFacts facts, KnownCheckpoint newest) {
        for (Map.Entry<String, LedgerView> ledger : facts.ledgers().entrySet()) {
            Owner owner = ledger.getValue().owner();
            if (owner == null || !owner.lineage().equals(newest.owner().lineage())) {
                continue;
            }
            boolean unknown = owner.epoch() >= newest.owner().epoch()
                    && !owner.attempt().equals(newest.owner().attempt())
                    && !facts.claimants().contains(owner.attempt());
            if (unknown) {
                return new StartDecision.Refuse(
                        Reason.COPIED_STORE, Refusals.copiedStore(facts, ledger.getKey(), owner));
            }
        }
        return null;
    }

    /** No ledger may hold another lineage, except what the newest checkpoint was made to replace: one entry that is missing says nothing of the others. */
    private static StartDecision.@Nullable Refuse lineages(StartFacts facts, KnownCheckpoint newest) {
        for (Map.Entry<String, LedgerView> ledger : facts.ledgers().entrySet()) {
            LedgerEntry entry = ledger.getValue().entry();
            boolean other = entry != null
                    && !entry.owner().lineage().equals(newest.owner().lineage())
                    && !Rewind.replaced(facts, newest, ledger.getKey());
            if (other) {
                return new StartDecision.Refuse(Reason.OTHER_LINEAGE, Refusals.otherLineage(facts, entry));
            }
        }
        return null;
    }

    /** The checkpoint that an entry names: the same id, made by the same attempt. Another copy of the store may have another one of that id. */
    static @Nullable KnownCheckpoint find(StartFacts facts, LedgerEntry entry) {
        for (KnownCheckpoint checkpoint : facts.checkpoints()) {
            if (checkpoint.id() == entry.committed() && checkpoint.owner().equals(entry.owner())) {
                return checkpoint;
            }
        }
        return null;
    }

    /** All claimants that a new claim should remember: those known, and itself. */
    public static Set<UUID> remembered(Set<UUID> claimants, UUID attempt) {
        Set<UUID> all = new HashSet<>(claimants);
        all.add(attempt);
        return all;
    }
}
