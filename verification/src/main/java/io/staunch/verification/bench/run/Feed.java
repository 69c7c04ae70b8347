package io.staunch.verification.bench.run;

import java.util.Map;
import java.util.TreeMap;

/** When generated input ends, and how far each split went. Static, as {@link Meter}. */
public final class Feed {
    private static final Map<Integer, Long> ENDS = new TreeMap<>();
    private static volatile boolean over;

    private Feed() {}

    /** Whether sources should end their splits; to be asked once per batch. */
    public static boolean over() {
        return over;
    }

    /** A split has ended after so many events. */
    public static void ended(int split, long events) {
        synchronized (ENDS) {
            ENDS.put(split, events);
        }
    }

    static void end() {
        over = true;
    }

    static Map<Integer, Long> ends() {
        synchronized (ENDS) {
            return new TreeMap<>(ENDS);
        }
    }
}
