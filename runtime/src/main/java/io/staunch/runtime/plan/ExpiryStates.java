package io.staunch.runtime.plan;

/** The states in which it is kept when another state expires. */
public final class ExpiryStates {
    private ExpiryStates() {}

    /**
     * When the state of a key expires.
     *
     * @param until from this time on it is not seen any more
     * @param timer the one timer that the key has for it; later or earlier than that
     */
    public record Lease(long until, long timer) {}

    /** Name of the state that holds the {@link Lease} of each key. */
    public static String lease(String state) {
        return state + " expiry";
    }

    /** Name of the state of the timers that free it. */
    public static String timers(String state) {
        return state + " expiry timers";
    }
}
