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
 * @param tardy whether some items have a time that is far before that, so that they may come too late
 */
record EventTime(long idleMs, long alignedMs, boolean tardy) {
    /** Every split is waited for, so that no record is late. */
    static final EventTime STRICT = new EventTime(0, 0, false);

    /** Every split is waited for, so that only those can be late that are {@link #isTardy tardy}. */
    static final EventTime TARDY = new EventTime(0, 0, true);

    private static final long BEGIN = 1_000_000;
    private static final long STEP = 10;
    private static final long DISORDERED = 5;
    private static final long BACK = 9;
    private static final int ONE_IN = 7;
    private static final long LEAST_TARDY = 100;
    private static final long TARDIER = 500;

    /** Milliseconds. */
    static final long DISORDER = DISORDERED * BACK;

    static EventTime byChance(Chance chance) {
        return new EventTime(
                chance.skewed(1, 20), chance.happens(0.3) ? chance.between(DISORDER, 10 * DISORDER) : 0, false);
    }

    /** Milliseconds since 1970, of a source without tardy items. */
    static long of(Item item) {
        return BEGIN + item.id() % Draft.MOST_RECORDS * STEP - item.id() % DISORDERED * BACK;
    }

    /** Milliseconds since 1970, of a source with tardy items. */
    static long withTardyOnes(Item item) {
        return isTardy(item) ? of(item) - LEAST_TARDY - item.id() * 37L % TARDIER : of(item);
    }

    /** Whether it may come too late, where there are such: all others are never late, however a run goes. */
    static boolean isTardy(Item item) {
        return item.id() % ONE_IN == 3;
    }

    Stream<Item> on(Stream<Item> read) {
        Watermarks disorder = Watermarks.disorder(Duration.ofMillis(DISORDER));
        Watermarks idle = idleMs == 0 ? disorder : disorder.withIdleness(Duration.ofMillis(idleMs));
        Watermarks watermarks = alignedMs == 0 ? idle : idle.alignedWithin(Duration.ofMillis(alignedMs));
        return tardy
                ? read.eventTimeMillis(EventTime::withTardyOnes, watermarks)
                : read.eventTimeMillis(EventTime::of, watermarks);
    }

    @Override
    public String toString() {
        return "event time" + (tardy ? " with tardy ones" : "") + ", "
                + (idleMs == 0 ? "never idle" : "idle after " + idleMs + " ms")
                + (alignedMs == 0 ? "" : ", aligned within " + alignedMs + " ms");
    }
}
