package io.staunch.protocol.time;

import io.staunch.time.Watermarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The event time of the splits that one task reads. The watermark of a split is its newest timestamp less the disorder and one; the task's is the
 * least of the splits that are waited for. Not waited for are idle and finished ones; without any to wait for, the task is idle and its
 * watermark is the greatest. It never goes back. Owned by the task's worker.
 *
 * <p>The clock is the caller's, who says how much time has gone by in which splits could have given records.
 */
public final class SplitTimes {
    private final long disorder;
    private final long idleAfterNanos;
    private final Map<String, Clock> clocks = new LinkedHashMap<>();
    private @Nullable Clock current;
    private Watermark watermark = Watermark.START;
    private boolean ended;

    /** A split's time. */
    private static final class Clock {
        private final String split;
        private long newest;
        private boolean idle;
        private boolean finished;
        private boolean seen;
        private long quietNanos;

        Clock(SplitTime from) {
            split = from.split();
            newest = from.newest();
            idle = from.idle();
        }

        boolean awaited() {
            return !idle && !finished;
        }
    }

    public SplitTimes(Watermarks rules) {
        disorder = rules.disorder().toMillis();
        idleAfterNanos =
                rules.idleness() == null ? Long.MAX_VALUE : rules.idleness().toNanos();
    }

    /** A split is read from now on, whose time goes on from there. One of which nothing is known begins without a newest timestamp, and is waited for. */
    public void add(SplitTime from) {
        if (clocks.putIfAbsent(from.split(), new Clock(from)) != null) {
            throw new IllegalStateException("split '" + from.split() + "' is read twice");
        }
    }

    /** The records that follow are of this split. */
    public void read(String split) {
        Clock now = current;
        if (now == null || !now.split.equals(split)) {
            now = clocks.get(split);
            if (now == null) {
                throw new IllegalStateException(
                        "the reader has a record of split '" + split + "', and was given " + clocks.keySet());
            }
            current = now;
        }
    }

    /**
     * A record of the split that was named last.
     *
     * @return whether the task was idle and is not any more: that must be told before the record is
     */
    public boolean see(long timestamp) {
        Clock now = current;
        if (now == null) {
            throw new IllegalStateException("the reader has a record and has not said of which split");
        }
        if (timestamp > now.newest) {
            now.newest = timestamp;
        }
        now.seen = true;
        if (!now.awaited()) {
            now.idle = false;
            now.finished = false;
            return watermark.idle();
        }
        return false;
    }

    /** Time has passed in which splits that are not paused could have given records. */
    public void passed(long nanos, Set<String> paused) {
        for (Clock clock : clocks.values()) {
            if (clock.seen || paused.contains(clock.split)) {
                clock.seen = false;
                clock.quietNanos = 0;
            } else if (clock.awaited() && idleAfterNanos != Long.MAX_VALUE) {
                clock.quietNanos += nanos;
                clock.idle = clock.quietNanos >= idleAfterNanos;
            }
        }
    }

    /** Takes note of splits that were read to their end. */
    public void finished(Predicate<String> isFinished) {
        for (Clock clock : clocks.values()) {
            if (!clock.finished && isFinished.test(clock.split)) {
                clock.finished = true;
            }
        }
    }

    /** No record comes any more, of no split. */
    public void end() {
        ended = true;
    }

    /** The task's watermark as it is now. */
    public Watermark watermark() {
        if (ended) {
            watermark = Watermark.END;
            return watermark;
        }
        boolean awaited = false;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (Clock clock : clocks.values()) {
            long time = time(clock);
            greatest = Math.max(greatest, time);
            if (clock.awaited()) {
                awaited = true;
                least = Math.min(least, time);
            }
        }
        long time = Math.max(watermark.time(), awaited ? least : greatest);
        if (time != watermark.time() || awaited == watermark.idle()) {
            watermark = new Watermark(time, !awaited);
        }
        return watermark;
    }

    /** The least watermark of the splits that are waited for; {@link Long#MAX_VALUE} if there are none. */
    public long slowest() {
        long least = Long.MAX_VALUE;
        for (Clock clock : clocks.values()) {
            if (clock.awaited()) {
                least = Math.min(least, time(clock));
            }
        }
        return least;
    }

    /** The splits whose watermark is beyond this. */
    public Set<String> beyond(long time) {
        Set<String> beyond = new TreeSet<>();
        for (Clock clock : clocks.values()) {
            if (time(clock) > time) {
                beyond.add(clock.split);
            }
        }
        return beyond;
    }

    /** What a checkpoint holds of it. */
    public List<SplitTime> state() {
        List<SplitTime> state = new ArrayList<>();
        for (Clock clock : clocks.values()) {
            state.add(new SplitTime(clock.split, clock.newest, clock.idle));
        }
        return state;
    }

    private long time(Clock clock) {
        long time = clock.newest - disorder - 1;
        return time > clock.newest || clock.newest == Long.MIN_VALUE ? Long.MIN_VALUE : time;
    }
}
