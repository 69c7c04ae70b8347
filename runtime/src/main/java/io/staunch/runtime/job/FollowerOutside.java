package io.staunch.runtime.job;

import io.staunch.graph.Node;
import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.format.Manifest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A follower while a job starts, and what an execution goes on with: its connection, the fence that it has left in its ledger row, and the entry
 * that the row is known to hold. Used by the coordinator; any thread may close it.
 */
interface FollowerOutside extends Outside {
    static FollowerOutside connect(JobContext job, Node.SinkNode node) throws Exception {
        return switch (node.sink().kind()) {
            case WRITE_AHEAD -> WriteAheadOutside.connect(job, node);
            case TWO_PHASE_COMMIT -> PreparedOutside.connect(job, node);
            case FLUSHING, IDEMPOTENT, REREAD ->
                throw new IllegalStateException("sink '" + node.name() + "' commits nothing after the lead");
        };
    }

    /** The same, of a node that is a follower. */
    static String resource(Node.SinkNode node) {
        return switch (node.sink().kind()) {
            case WRITE_AHEAD ->
                resource(node.name(), Casts.follower(node.sink()).resource());
            case TWO_PHASE_COMMIT ->
                resource(node.name(), Casts.preparing(node.sink()).resource());
            case FLUSHING, IDEMPOTENT, REREAD ->
                throw new IllegalStateException("sink '" + node.name() + "' commits nothing after the lead");
        };
    }

    /** The identity of a follower's output. */
    static String resource(String name, String ofSink) {
        return name + " at " + ofSink;
    }

    /** The sink's name in the pipeline. */
    String name();

    boolean hasLedger();

    /**
     * Whether it may write what it lacks now, and not later than that.
     *
     * @param lacking with consent to passing over none of them
     * @throws io.staunch.error.RefusedException if it may not
     */
    default void requireRemembered(List<Manifest> lacking) {}

    /** Whether checkpoints hold its records. */
    boolean keepsCopy();

    /** The entry that the ledger is known to hold; null if there is none or no ledger. */
    @Nullable
    LedgerEntry held();

    /**
     * What it has to catch up with, in the lots in which it does so.
     *
     * @param lacking checkpoints, oldest first
     */
    List<List<Long>> lots(List<Long> lacking);

    /**
     * Whether it can catch up with a checkpoint. Changes nothing.
     *
     * @throws io.staunch.error.StaunchException if it can't
     */
    void check(Manifest lacking);

    /** Commits what it lacks of checkpoints of earlier executions: one lot. */
    void catchUp(List<Manifest> lot, CatchingUp with) throws Exception;

    /** What a manifest says of this sink; null if it did not know it. */
    default Manifest.@Nullable SinkEntry entry(Manifest manifest) {
        return manifest.sinks().stream()
                .filter(each -> resource().equals(each.resource()))
                .findFirst()
                .orElse(null);
    }
}
