package io.staunch.runtime.job;

import io.staunch.protocol.checkpoint.Retention;
import io.staunch.protocol.format.Manifest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which durable checkpoints the ledgers are known to hold: first the lead's, then those of the followers. And from which one on all are kept.
 * Owned by the coordinator.
 */
final class Settlement {
    /**
     * A durable checkpoint.
     *
     * @param leastConfirmed what it says of the follower without a ledger that was furthest behind; {@link Long#MAX_VALUE} without one
     */
    record Durable(long id, long durableAt, long leastConfirmed) {}

    private final Deque<Durable> beforeLead = new ArrayDeque<>();
    private final Deque<Durable> unsettled = new ArrayDeque<>();
    private Durable restorable;

    Settlement(Manifest restored) {
        restorable = new Durable(restored.checkpoint(), 0, leastConfirmed(restored.sinks()));
    }

    void durable(long id, long now, Collection<Manifest.CopyEntry> withoutLedger) {
        long least = withoutLedger.stream()
                .mapToLong(Manifest.CopyEntry::confirmed)
                .min()
                .orElse(Long.MAX_VALUE);
        var durable = new Durable(id, now, least);
        beforeLead.add(durable);
        unsettled.add(durable);
    }

    private static long leastConfirmed(List<Manifest.SinkEntry> sinks) {
        long least = Long.MAX_VALUE;
        for (Manifest.SinkEntry sink : sinks) {
            if (sink.copy() != null && sink.ledger() == null) {
                least = Math.min(least, sink.copy().confirmed());
            }
        }
        return least;
    }

    /** The lead has it, or it is durable and there is no lead. Recovery goes back no further. */
    void confirmed(long id) {
        Durable next = beforeLead.remove();
        if (next.id() != id) {
            throw new IllegalStateException("checkpoint " + id + " is confirmed while " + next.id() + " is next");
        }
        restorable = next;
    }

    /** The next checkpoint that all ledgers have, each once and in order; null if there is none. */
    @Nullable
    Durable settled(long byFollowers) {
        Durable next = unsettled.peek();
        return next == null || next.id() > Math.min(restorable.id(), byFollowers) ? null : unsettled.remove();
    }

    /** The oldest checkpoint that anybody may still ask for. */
    long oldest(List<Long> heldByFollowers) {
        List<Long> held = new ArrayList<>(heldByFollowers);
        held.add(restorable.leastConfirmed());
        return Retention.oldest(restorable.id(), held);
    }
}
