package io.staunch.examples.airports;

/**
 * What is known of an airport so far: the state of the job.
 *
 * @param flights that have left
 * @param delayed those of them that came more than 15 minutes late
 * @param minutes of delay, all together
 * @param lastFlight id of the flight that was counted last
 */
public record Delays(long flights, long delayed, long minutes, String lastFlight) {
    /** No flight yet. */
    public static final Delays NONE = new Delays(0, 0, 0, "");

    Delays plus(Flight f) {
        return new Delays(
                flights + 1,
                delayed + (f.delayMinutes() > 15 ? 1 : 0),
                minutes + Math.max(0, f.delayMinutes()),
                f.id());
    }
}
