package io.staunch.verification.bench.run;

/**
 * Workload B1: events by number; split {@code i} of {@code n} has the numbers {@code i, i + n, …}. Keys are uniform over a million, by a
 * cheap hash. A value depends on its key only, so that running totals, and with them the checksum, are the same in whatever order splits meet.
 */
public final class CountedEvents {
    public static final int KEYS = 1_000_000;

    private CountedEvents() {}

    public static long key(long number) {
        long h = number * 0x9E3779B97F4A7C15L;
        return (h >>> 32) % KEYS;
    }

    public static long value(long key) {
        return key & 1023;
    }

    /** Of one output. */
    public static long checksum(long key, long count, long sum) {
        return key * 31 + count * 17 + sum;
    }

    /** What comes in. */
    public record Event(long key, long timestamp, long value) {
        /** The event of that number. */
        public static Event of(long number) {
            long key = CountedEvents.key(number);
            return new Event(key, number, CountedEvents.value(key));
        }
    }

    /** The state of a key. */
    public record Total(long count, long sum) {
        public static final Total NONE = new Total(0, 0);

        public Total plus(Event event) {
            return new Total(count + 1, sum + event.value());
        }
    }

    /** What goes out. */
    public record Result(long key, long count, long sum) {
        public long checksum() {
            return CountedEvents.checksum(key, count, sum);
        }
    }
}
