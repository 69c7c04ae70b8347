package io.staunch.testkit.log;

import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.VirtualClock;

/** Somebody else who writes to a topic, in transactions that are aborted: they hold back readers, and nobody must ever see them. */
final class Stranger {
    private static final long TIMEOUT_MS = 600_000;
    private static final long AGAIN_NANOS = 10_000;

    private final SimulatedLog log;
    private final VirtualClock clock;
    private final Chance chance;
    private final LogTopic topic;
    private final Payload noise;
    private final String transactionalId;
    private boolean open;

    Stranger(
            SimulatedLog log,
            VirtualClock clock,
            Chance chance,
            LogTopic topic,
            Payload noise,
            String transactionalId) {
        this.log = log;
        this.clock = clock;
        this.chance = chance;
        this.topic = topic;
        this.noise = noise;
        this.transactionalId = transactionalId;
    }

    /** Whether its last transaction has yet to be aborted. */
    boolean isOpen() {
        return open;
    }

    /** Writes to one partition in a transaction that stays open for a while and is aborted; does nothing if the last one has not quite ended. */
    void write(long shortestNanos, long longestNanos) {
        try {
            ProducerIdentity producer = log.coordinator().init(transactionalId, TIMEOUT_MS);
            log.append(chance.oneOf(topic.partitions()), noise, producer);
            open = true;
            clock.after(chance.skewed(shortestNanos, longestNanos), () -> abort(producer));
        } catch (LogException stillBusyWithTheLastOne) {
            return;
        }
    }

    private void abort(ProducerIdentity producer) {
        try {
            log.coordinator().end(producer, false);
            open = false;
        } catch (LogException e) {
            if (Wire.passes(e)) {
                clock.after(AGAIN_NANOS, () -> abort(producer));
            } else {
                open = false;
            }
        }
    }
}
