package io.staunch.testkit.table;

import io.staunch.testkit.simulation.world.CallFaults;

/**
 * How a database behaves apart from what it promises.
 *
 * @param outagesPerSecond how often it does not answer for a while, per second of virtual time; sessions survive that
 * @param restartsPerSecond how often its server dies and is started again: sessions and open transactions are gone
 * @param fullPerSecond how often it has no room for a while
 * @param killed how likely a session is ended from outside in the middle of a transaction, per transaction
 * @param lockTimeoutMs after how long a statement that waits for a row gives up
 * @param mostPrepared how many prepared transactions it keeps; with 0 none can be prepared
 * @param preparedSurvive whether prepared transactions outlive their session and the server, as they must; some databases drop them
 */
public record DatabaseFaults(
        double outagesPerSecond,
        double restartsPerSecond,
        double fullPerSecond,
        double killed,
        long lockTimeoutMs,
        int mostPrepared,
        boolean preparedSurvive) {
    private static final long LOCK_TIMEOUT_MS = 300;
    private static final int MOST_PREPARED = 20;

    public DatabaseFaults {
        if (lockTimeoutMs < 1) {
            throw new IllegalArgumentException("a lock time-out must be at least 1 ms, was " + lockTimeoutMs
                    + ": without one a simulation could wait for ever");
        }
        if (mostPrepared < 0) {
            throw new IllegalArgumentException("mostPrepared must not be negative, was " + mostPrepared);
        }
    }

    /**
     * What a plan of faults says: half of its outages are restarts, and a quarter of the times at which nothing is decided about transactions
     * are times without room. Prepared transactions survive.
     */
    public static DatabaseFaults of(CallFaults faults) {
        return new DatabaseFaults(
                faults.outagesPerSecond() / 2,
                faults.outagesPerSecond() / 2,
                faults.stuckPerSecond() / 4,
                faults.earlyAbort(),
                LOCK_TIMEOUT_MS,
                MOST_PREPARED,
                true);
    }

    /** A database without faults. */
    public static DatabaseFaults none() {
        return of(CallFaults.NONE);
    }

    /** Keeps at most so many prepared transactions. */
    public DatabaseFaults mostPrepared(int count) {
        return new DatabaseFaults(
                outagesPerSecond, restartsPerSecond, fullPerSecond, killed, lockTimeoutMs, count, preparedSurvive);
    }

    /** Rolls prepared transactions back when the session that prepared them ends. */
    public DatabaseFaults forgettingPrepared() {
        return new DatabaseFaults(
                outagesPerSecond, restartsPerSecond, fullPerSecond, killed, lockTimeoutMs, mostPrepared, false);
    }
}
