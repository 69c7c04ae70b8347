package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.time.Watermarks;
import java.time.Duration;

/**
 * The event time of a source. Each item has one that follows from its id, {@link #DISORDER} or less before that of an earlier one of its source.
 *
 * @param idleMs after so long a split without records is not waited for; 0 for never
 * @param alignedMs how far splits may be ahead of each other; 0 for any distance
 */
record EventTime(long idleMs, long alignedMs) {
    /** Every split is waited for, so that no record is late. */
    static final EventTime STRICT = new EventTime(0, 0);

    private static final long BEGIN = 1_000_000;
    private static final long STEP = 10;
    private static final long DISORDERED = 5;
    private static final long BACK = 9;

    /** Milliseconds. */
    static final long DISORDER = DISORDERED * BACK;

    static EventTime byChance(Chance chance) {
        return new EventTime(chance.skewed(1, 20), chance.happens(0.3) ? chance.between(DISORDER, 10 * DISORDER) : 0);
    }

    /** Milliseconds since 1970. */
    static long of(Item item) {
        return BEGIN + item.id() % Draft.MOST_RECORDS * STEP - item.id() % DISORDERED * BACK;
    }

    Stream<Item> on(Stream<Item> read) {
        Watermarks disorder = Watermarks.disorder(Duration.ofMillis(DISORDER));
        Watermarks watermarks = idleMs == 0 ? disorder : disorder.withIdleness(Duration.ofMillis(idleMs));
        return read.eventTimeMillis(
                EventTime::of, alignedMs == 0 ? watermarks : watermarks.alignedWithin(Duration.ofMillis(alignedMs)));
    }

    @Override
    public String toString() {
        return "event time, " + (idleMs == 0 ? "never idle" : "idle after " + idleMs + " ms")
                + (alignedMs == 0 ? "" : ", aligned within " + alignedMs + " ms");
    }
}
