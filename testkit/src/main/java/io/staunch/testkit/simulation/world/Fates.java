package io.staunch.testkit.simulation.world;

import io.staunch.testkit.disk.DiskFault;

/** What a fault means for the call that it befalls. */
final class Fates {
    private Fates() {}

    static CallFate ofPort(FaultAction action, String operation) {
        return switch (action) {
            case LOSE_REQUEST -> CallFate.REQUEST_LOST;
            case LOSE_ANSWER -> CallFate.ANSWER_LOST;
            case DELAY_REQUEST -> CallFate.REQUEST_DELAYED;
            case REFUSE -> CallFate.REFUSED;
            case CRASH,
                    CRASH_AFTER,
                    CRASH_PART_WAY,
                    POWER_LOSS,
                    POWER_LOSS_AFTER,
                    PAUSE,
                    PAUSE_AFTER,
                    REFUSE_PART_WAY,
                    REFUSE_AFTER,
                    CLOCK_JUMP ->
                throw new IllegalArgumentException(
                        action + " can't befall the call " + operation + ": it is for writes to a disk");
        };
    }

    static DiskFault ofDisk(FaultAction action, String operation) {
        return switch (action) {
            case CRASH_PART_WAY -> DiskFault.KILL_PART_WAY;
            case REFUSE -> DiskFault.FAIL;
            case REFUSE_PART_WAY -> DiskFault.FAIL_PART_WAY;
            case REFUSE_AFTER -> DiskFault.FAIL_AFTERWARDS;
            case CRASH,
                    CRASH_AFTER,
                    POWER_LOSS,
                    POWER_LOSS_AFTER,
                    PAUSE,
                    PAUSE_AFTER,
                    LOSE_REQUEST,
                    LOSE_ANSWER,
                    DELAY_REQUEST,
                    CLOCK_JUMP ->
                throw new IllegalArgumentException(
                        action + " can't befall the call " + operation + ": it is for calls to a port");
        };
    }
}
