package io.staunch.protocol.prepared;

import io.staunch.protocol.follower.FollowerState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a running job knows of a sink that prepares. Immutable; an illegal move throws.
 *
 * <p>A checkpoint that fails before it is durable changes nothing here: what was prepared for it stays prepared, and belongs to the next one.
 *
 * @param follower which checkpoint is next
 * @param open prepared since the last durable checkpoint
 * @param waiting by checkpoint: what is durable and not known to be committed
 */
public record PreparedState(
        FollowerState follower, List<PreparedToken> open, SortedMap<Long, List<PreparedToken>> waiting) {
    public PreparedState {
        open = List.copyOf(open);
        waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
        if (!List.copyOf(waiting.keySet()).equals(follower.waiting())) {
            throw new IllegalArgumentException("tokens of checkpoints " + waiting.keySet() + " wait, but "
                    + follower.waiting() + " are not committed");
        }
    }

    /**
     * The checkpoint to commit.
     *
     * @param tokens that are left of it: if there is none, the checkpoint is to be entered in the ledger
     */
    public record Next(long checkpoint, List<PreparedToken> tokens) {}

    /** After recovery: its ledger holds the restored checkpoint, and nothing of this attempt is prepared. */
    public static PreparedState recovered(long committed) {
        return new PreparedState(FollowerState.recovered(committed), List.of(), new TreeMap<>());
    }

    /** The outside has it. Nothing is prepared twice: a lost answer is answered by a look. */
    public PreparedState prepared(PreparedToken token) {
        if (needs(token)) {
            throw new IllegalStateException(token.text() + " was prepared twice");
        }
        List<PreparedToken> more = new ArrayList<>(open);
        more.add(token);
        return new PreparedState(follower, more, waiting);
    }

    /** A checkpoint is durable, and names what {@link #open} held. */
    public PreparedState durable(long checkpoint) {
        SortedMap<Long, List<PreparedToken>> more = new TreeMap<>(waiting);
        more.put(checkpoint, open);
        return new PreparedState(follower.durable(checkpoint), List.of(), more);
    }

    /** The lead has committed a checkpoint; without a lead, called as soon as it is durable. */
    public PreparedState allowed(long checkpoint) {
        return new PreparedState(follower.allowed(checkpoint), open, waiting);
    }

    /** What to commit now, or null. */
    public @Nullable Next next() {
        Long checkpoint = follower.next();
        return checkpoint == null ? null : new Next(checkpoint, waiting.get(checkpoint));
    }

    /** One token of {@link #next} is committed. */
    public PreparedState settled(PreparedToken token) {
        Next next = next();
        if (next == null || !next.tokens().contains(token)) {
            throw new IllegalStateException(token.text() + " was committed while " + next + " was next");
        }
        List<PreparedToken> left = new ArrayList<>(next.tokens());
        left.remove(token);
        SortedMap<Long, List<PreparedToken>> rest = new TreeMap<>(waiting);
        rest.put(next.checkpoint(), List.copyOf(left));
        return new PreparedState(follower, open, rest);
    }

    /** The ledger holds it: all its tokens are settled. */
    public PreparedState committed(long checkpoint) {
        List<PreparedToken> left = waiting.getOrDefault(checkpoint, List.of());
        if (!left.isEmpty()) {
            throw new IllegalStateException("checkpoint " + checkpoint + " was entered while "
                    + left.get(0).text() + " was not committed");
        }
        SortedMap<Long, List<PreparedToken>> rest = new TreeMap<>(waiting);
        rest.remove(checkpoint);
        return new PreparedState(follower.committed(checkpoint), open, rest);
    }

    /** Whether a token is one that is still to be committed: {@link Strays} are no such ones. */
    public boolean needs(PreparedToken token) {
        return open.contains(token) || waiting.values().stream().anyMatch(tokens -> tokens.contains(token));
    }
}
