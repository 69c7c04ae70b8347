package io.staunch.protocol.recovery;

import io.staunch.ledger.LedgerEntry;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How an attempt starts. */
public sealed interface StartDecision {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        FIRST_START,
        RESTORE,
        COMMIT_FIRST_ENTRY,
        NEW_LINEAGE,
        STALE,
        REFUSE
    }

    Kind kind();

    /** There is nothing yet: checkpoint 0 is made durable and entered in every ledger, then the first record is read. */
    record FirstStart() implements StartDecision {
        @Override
        public Kind kind() {
            return Kind.FIRST_START;
        }
    }

    /**
     * Go on from a checkpoint; newer ones are dropped.
     *
     * @param catchUps what each follower has to write from its write-ahead copies first
     * @param introduced resources that have no entry yet: a checkpoint with the restored content is made durable and entered in their
     *     ledgers before the first record is read
     */
    record Restore(KnownCheckpoint checkpoint, List<CatchUp> catchUps, Set<String> introduced)
            implements StartDecision {
        public Restore {
            catchUps = List.copyOf(catchUps);
            introduced = Ordered.copyOf(introduced);
        }

        @Override
        public Kind kind() {
            return Kind.RESTORE;
        }
    }

    /**
     * A follower commits the write-ahead copies of these checkpoints, in this order. They are named one by one: the store may have others
     * in between, which were durable but never committed by the lead and which recovery has left behind.
     */
    record CatchUp(String resource, List<Long> checkpoints) {
        public CatchUp {
            checkpoints = List.copyOf(checkpoints);
        }
    }

    /** The last attempt died between its first checkpoint and its ledger entry: enter it, then go on from it. */
    record CommitFirstEntry(KnownCheckpoint checkpoint) implements StartDecision {
        @Override
        public Kind kind() {
            return Kind.COMMIT_FIRST_ENTRY;
        }
    }

    /**
     * With consent: go on from what the store has, under a new lineage.
     *
     * @param from the checkpoint whose content is taken over, or null to begin with nothing
     * @param repeatsFrom what the lead's ledger held: output committed after {@code from} is repeated; null if it held nothing
     */
    record NewLineage(
            @Nullable KnownCheckpoint from, @Nullable LedgerEntry repeatsFrom) implements StartDecision {
        @Override
        public Kind kind() {
            return Kind.NEW_LINEAGE;
        }
    }

    /** A newer process has the job: stop, and judge nothing. */
    record Stale(String why) implements StartDecision {
        @Override
        public Kind kind() {
            return Kind.STALE;
        }
    }

    /** Going on would lose or repeat something. Nothing was changed. */
    record Refuse(Reason reason, String message) implements StartDecision {
        @Override
        public Kind kind() {
            return Kind.REFUSE;
        }
    }

    /** Why a start is refused. */
    enum Reason {
        /** The store is empty, and the ledger says that this job has committed. */
        EMPTY_STORE,
        /** The ledger's entry belongs to another history of the job. */
        OTHER_LINEAGE,
        /** The ledger names a checkpoint that the store does not have. */
        CHECKPOINT_MISSING,
        /** The store's checkpoints count on an entry that the ledger does not have. */
        ENTRY_MISSING,
        /** The ledger is not the one that the checkpoints know. */
        LEDGER_REPLACED,
        /** The ledger's owner claimed another copy of this store. */
        COPIED_STORE,
        /** A resource has left the pipeline whose last interval may not be committed. */
        RESOURCE_LEFT,
        /** A follower has committed what the restored checkpoint does not cover. */
        FOLLOWER_AHEAD
    }
}
