package io.staunch.testkit.log;

import io.staunch.testkit.simulation.world.CallFaults;

/**
 * How a log behaves apart from what it promises.
 *
 * @param outagesPerSecond how often the whole log is away for a while, per second of virtual time
 * @param stuckPerSecond how often its transaction coordinator alone is stuck for a while
 * @param earlyAbort how likely a transaction is aborted as if by time-out at any moment, however young
 * @param longestTimeoutMs the longest allowed transaction time-out
 * @param timeoutLookEveryMs how often it looks for transactions that are open for too long
 */
public record LogFaults(
        double outagesPerSecond,
        double stuckPerSecond,
        double earlyAbort,
        long longestTimeoutMs,
        long timeoutLookEveryMs) {
    private static final long LONGEST_TIMEOUT_MS = 900_000;
    private static final long LOOK_EVERY_MS = 10_000;

    /** What a plan of faults says, with Kafka's default times. */
    public static LogFaults of(CallFaults faults) {
        return new LogFaults(
                faults.outagesPerSecond(),
                faults.stuckPerSecond(),
                faults.earlyAbort(),
                LONGEST_TIMEOUT_MS,
                LOOK_EVERY_MS);
    }

    /** A log without faults, with Kafka's default times. */
    public static LogFaults none() {
        return of(CallFaults.NONE);
    }
}
