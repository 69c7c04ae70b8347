package io.staunch.protocol.time;

import io.staunch.backend.KeyGroupRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far event time had come for each key group of a task when it was restored. With another parallelism than before, its key groups come from several tasks,
 * whose watermarks may differ; each keeps its own until the task's has reached it, so that for no key time goes back or leaps. Immutable.
 */
public final class GroupTimes {
    private final KeyGroupRange groups;
    private final long[] times;

    private GroupTimes(KeyGroupRange groups, long[] times) {
        this.groups = groups;
        this.times = times;
    }

    /**
     * Of what all former tasks have noted.
     *
     * @param reached in the order of their captures; a group of which none speaks was at {@link Long#MIN_VALUE}
     * @param mine the key groups of the task that is restored
     */
    public static GroupTimes of(List<Reached> reached, KeyGroupRange mine) {
        long[] times = new long[mine.last() - mine.first() + 1];
        Arrays.fill(times, Long.MIN_VALUE);
        for (Reached each : reached) {
            int first = Math.max(mine.first(), each.groups().first());
            int last = Math.min(mine.last(), each.groups().last());
            for (int group = first; group <= last; group++) {
                times[group - mine.first()] = each.time();
            }
        }
        return new GroupTimes(mine, times);
    }

    /** The time of one of the task's groups. */
    public long of(int group) {
        return times[group - groups.first()];
    }

    /** What a checkpoint holds of it, in the order of the groups, when the task's watermark has come to this. */
    public List<Reached> reached(long watermark) {
        List<Reached> reached = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= times.length; i++) {
            long time = Math.max(watermark, times[first]);
            if (i == times.length || Math.max(watermark, times[i]) != time) {
                reached.add(new Reached(new KeyGroupRange(groups.first() + first, groups.first() + i - 1), time));
                first = i;
            }
        }
        return reached;
    }

    /** What the task as a whole had reached. */
    public long least() {
        return Arrays.stream(times).min().orElseThrow();
    }

    /** What the furthest of its groups had reached. */
    public long greatest() {
        return Arrays.stream(times).max().orElseThrow();
    }
}
