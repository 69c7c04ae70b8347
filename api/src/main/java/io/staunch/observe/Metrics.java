package io.staunch.observe;

import java.util.Map;

/**
 * Figures of a job at one moment. Taken without stopping anything, so that they may be a few records apart. What is counted or summed up
 * counts from the launch of the job in this process, over its restarts inside it, and never decreases; a record that is read again after
 * a restart counts again. The keys of {@link #recordsIn}, {@link #recordsSkipped}, {@link #recordsOut}, {@link #recordsRefused}, {@link #recordsSetAside}, {@link #lateDropped}, {@link #watermarks} and {@link
 * #blockedNanos} are the same from launch to end.
 *
 * @param recordsIn records that sources read, per source name
 * @param recordsSkipped of those, records that sources passed over since they could not be read, per source name
 * @param recordsOut records that were handed to sinks, per sink name
 * @param recordsRefused records that were not handed to the sink since its outside does not take them, and that were passed over or went to a
 *     side output instead, per sink name
 * @param recordsSetAside records of whole intervals that were set aside with consent instead of being written, per name of a sink that writes after
 *     checkpoints
 * @param lateDropped records that came too late and that no side output took, per name of a keyed operator on a stream with event time
 * @param watermarks how far event time has come, in milliseconds since 1970, per name of a source that gives event time and of a keyed operator behind one:
 *     the least of its tasks that are not idle. {@link Long#MIN_VALUE} while none is known, {@link Long#MAX_VALUE} at the end of time. Goes back where a restart does
 * @param lag records between what was read and the end of the input, per name of a source that knows it: a source that does not know, or
 *     not yet, is left out. At most some seconds old
 * @param blockedNanos for how long a task could not go on because its output was full, per task ({@code name[index]}): the increase
 *     between two looks, divided by the time between them, is the share of time that back pressure has cost
 * @param behind how far sinks that write after checkpoints are behind, per sink name
 * @param checkpoints what checkpoints did
 * @param durableAgeNanos for how long there has been something that no durable checkpoint holds: time since the last durable checkpoint, or since
 *     the job was last seen to have nothing new, or since its launch, whichever is latest. It goes on growing while the job restarts or
 *     waits, and after it has failed; it is 0 in a job that was stopped or has finished
 * @param settledAgeNanos the same for settled checkpoints: for how long readers of the output have been behind
 * @param transactionAgeNanos for how long the oldest transaction has been open that this process has neither committed nor fenced; 0 if
 *     there is none or the job has ended
 */
public record Metrics(
        Map<String, Long> recordsIn,
        Map<String, Long> recordsSkipped,
        Map<String, Long> recordsOut,
        Map<String, Long> recordsRefused,
        Map<String, Long> recordsSetAside,
        Map<String, Long> lateDropped,
        Map<String, Long> watermarks,
        Map<String, Long> lag,
        Map<String, Long> blockedNanos,
        Map<String, Behind> behind,
        Checkpoints checkpoints,
        long durableAgeNanos,
        long settledAgeNanos,
        long transactionAgeNanos) {
    public Metrics {
        recordsIn = Map.copyOf(recordsIn);
        recordsSkipped = Map.copyOf(recordsSkipped);
        recordsOut = Map.copyOf(recordsOut);
        recordsRefused = Map.copyOf(recordsRefused);
        recordsSetAside = Map.copyOf(recordsSetAside);
        lateDropped = Map.copyOf(lateDropped);
        watermarks = Map.copyOf(watermarks);
        lag = Map.copyOf(lag);
        blockedNanos = Map.copyOf(blockedNanos);
        behind = Map.copyOf(behind);
    }

    /**
     * How far a sink is behind that writes after checkpoints.
     *
     * @param checkpoints durable checkpoints whose records it has not written yet
     * @param bytes of those records, and of those of the interval that is not durable yet, as they are in checkpoints
     */
    public record Behind(long checkpoints, long bytes) {
        /** Not at all. */
        public static final Behind NONE = new Behind(0, 0);
    }

    /**
     * What checkpoints did. All times but {@code commit} are of completed checkpoints, one for each.
     *
     * @param completed how many became durable
     * @param failed how many failed; those that a restart of the job gave up are not counted
     * @param bytes bytes of state that completed checkpoints wrote, in all
     * @param lastBytes bytes of state that the last completed checkpoint wrote
     * @param duration from the start to durable
     * @param alignment from a task's first barrier to its last, of the task that took longest
     * @param capture capturing the state, of the task that took longest: the time it took of its worker, in slices between its records
     * @param sync making it durable, in the store: mostly the disk's sync
     * @param commit from durable to settled, one for each settled checkpoint
     */
    public record Checkpoints(
            long completed,
            long failed,
            long bytes,
            long lastBytes,
            Timing duration,
            Timing alignment,
            Timing capture,
            Timing sync,
            Timing commit) {
        /** Before the first checkpoint. */
        public static final Checkpoints NONE =
                new Checkpoints(0, 0, 0, 0, Timing.NONE, Timing.NONE, Timing.NONE, Timing.NONE, Timing.NONE);
    }

    /**
     * Times of one kind.
     *
     * @param count how many
     * @param totalNanos their sum
     * @param lastNanos the last one; 0 if there is none
     */
    public record Timing(long count, long totalNanos, long lastNanos) {
        /** Before the first one. */
        public static final Timing NONE = new Timing(0, 0, 0);

        /** With one more. */
        public Timing plus(long nanos) {
            return new Timing(count + 1, totalNanos + nanos, nanos);
        }
    }
}
