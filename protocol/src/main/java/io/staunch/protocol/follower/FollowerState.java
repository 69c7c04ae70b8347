package io.staunch.protocol.follower;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a follower has committed and what it may commit next: the durable checkpoints one after the other, none left out, an empty one
 * too, and each only after the lead. Immutable; an illegal move throws.
 *
 * @param committed the newest checkpoint that its ledger is known to hold
 * @param waiting durable checkpoints that it has not committed yet, oldest first
 * @param allowed the newest checkpoint that it may commit: what the lead's ledger is known to hold, or without a lead the newest durable one
 */
public record FollowerState(long committed, List<Long> waiting, long allowed) {
    public FollowerState {
        waiting = List.copyOf(waiting);
        if (!waiting.isEmpty() && waiting.get(0) <= committed) {
            throw new IllegalArgumentException("checkpoint " + waiting.get(0) + " can't wait after " + committed);
        }
        if (committed > allowed) {
            throw new IllegalArgumentException(
                    "a follower at checkpoint " + committed + " is ahead of its lead at " + allowed);
        }
    }

    /** After recovery: its ledger holds the restored checkpoint. */
    public static FollowerState recovered(long committed) {
        return new FollowerState(committed, List.of(), committed);
    }

    /** A checkpoint is durable: the write-ahead copy that it has is to be written. */
    public FollowerState durable(long checkpoint) {
        long last = waiting.isEmpty() ? committed : waiting.get(waiting.size() - 1);
        if (checkpoint <= last) {
            throw new IllegalStateException("checkpoint " + checkpoint + " became durable after checkpoint " + last);
        }
        List<Long> more = new ArrayList<>(waiting);
        more.add(checkpoint);
        return new FollowerState(committed, more, allowed);
    }

    /** The lead has committed a checkpoint; without a lead, called as soon as it is durable. */
    public FollowerState allowed(long checkpoint) {
        if (checkpoint < allowed) {
            throw new IllegalStateException("checkpoint " + checkpoint + " is allowed after " + allowed);
        }
        return new FollowerState(committed, waiting, checkpoint);
    }

    /** The checkpoint to commit now, or null. */
    public @Nullable Long next() {
        return waiting.isEmpty() || waiting.get(0) > allowed ? null : waiting.get(0);
    }

    /** The commit of {@link #next} has succeeded. */
    public FollowerState committed(long checkpoint) {
        Long next = next();
        if (next == null || next != checkpoint) {
            throw new IllegalStateException("checkpoint " + checkpoint + " was committed while " + next + " was next");
        }
        return new FollowerState(checkpoint, waiting.subList(1, waiting.size()), allowed);
    }

    /** Whether another checkpoint may start: so many intervals at most wait for the follower. */
    public boolean mayStart(int bound) {
        return waiting.size() < bound;
    }
}
