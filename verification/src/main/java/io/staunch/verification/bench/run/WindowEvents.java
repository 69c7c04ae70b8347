package io.staunch.verification.bench.run;

import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Total;

/**
 * Workload B2: events by number, with 1 ms of event time for each thousand of them, out of order within a bound. Keys are uniform over a
 * hundred thousand, by a cheap hash.
 */
public final class WindowEvents {
    public static final int KEYS = 100_000;

    /** Milliseconds by which an event may be older than one before it. */
    public static final long DISORDER_MS = 50;

    /** Of the first event, before it is put out of order: a multiple of all sizes. */
    public static final long BEGIN_MS = 6_000_000;

    private static final int PER_MS = 1_000;

    private WindowEvents() {}

    public static long key(long number) {
        return ((number * 0x9E3779B97F4A7C15L) >>> 32) % KEYS;
    }

    public static long timestamp(long number) {
        return BEGIN_MS + number / PER_MS - ((number * 0xBF58476D1CE4E5B9L) >>> 40) % DISORDER_MS;
    }

    /** The event of that number. */
    public static Event event(long number) {
        long key = key(number);
        return new Event(key, timestamp(number), CountedEvents.value(key));
    }

    /** Of one result: that of a window given in two parts would be another. */
    public static long checksum(long key, long end, long count, long sum) {
        return (key * 31 + end * 7) * count + sum * 13 + 1_000_003;
    }

    /** What goes out. */
    public record Result(long key, long end, Total total) {
        public long checksum() {
            return WindowEvents.checksum(key, end, total.count(), total.sum());
        }
    }
}
