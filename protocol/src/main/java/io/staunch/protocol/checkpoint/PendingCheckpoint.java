package io.staunch.protocol.checkpoint;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A checkpoint that is being taken: complete when everybody who takes part has acknowledged it. Immutable.
 *
 * @param id its number
 * @param startedNanos when it was started, by the monotonic clock
 * @param missing who has not acknowledged yet, by name
 */
public record PendingCheckpoint(long id, long startedNanos, Set<String> missing) {
    public PendingCheckpoint {
        missing = Set.copyOf(missing);
        if (id < 0) {
            throw new IllegalArgumentException("a checkpoint's id must not be negative, was " + id);
        }
    }

    /**
     * Somebody has acknowledged.
     *
     * @throws IllegalStateException if it does not take part or has acknowledged before
     */
    public PendingCheckpoint acknowledged(String participant) {
        if (!missing.contains(participant)) {
            throw new IllegalStateException("checkpoint " + id + ": '" + participant
                    + "' has acknowledged without being asked, or twice; still missing are " + new TreeSet<>(missing));
        }
        var rest = new HashSet<>(missing);
        rest.remove(participant);
        return new PendingCheckpoint(id, startedNanos, rest);
    }

    /** Whether everybody has acknowledged: only then may the store make it durable. */
    public boolean acknowledgedByAll() {
        return missing.isEmpty();
    }

    /** Whether it has taken longer than allowed. */
    public boolean timedOut(long nowNanos, long timeoutNanos) {
        return nowNanos - startedNanos >= timeoutNanos;
    }
}
