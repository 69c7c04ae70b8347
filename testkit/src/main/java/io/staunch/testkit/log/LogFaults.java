package io.staunch.testkit.log;

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
        double outagesPerSecond, double stuckPerSecond, double earlyAbort, long longestTimeoutMs, long timeoutLookEveryMs) {
    /** A log without faults, with Kafka's default times. */
    public static LogFaults none() {
        return new LogFaults(0, 0, 0, 900_000, 10_000);
    }
}
