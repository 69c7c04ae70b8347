package io.staunch.operators;

import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.WindowRules;
import java.time.Duration;

/**
 * The arithmetic of aligned windows, in milliseconds. Panes are the pieces into which all beginnings and ends of windows cut the time: they are
 * of one length, which divides size and slide, so that a record is in one pane, and a window is a row of panes. Bounds are inclusive at
 * the beginning and exclusive at the end.
 *
 * @param lateness for how long after its end a window takes records
 */
record WindowTimes(long size, long slide, long pane, long offset, long lateness) {
    static WindowTimes of(WindowRules rules) {
        long lateness = rules.allowedLateness().toMillis();
        return switch (rules.windows().kind()) {
            case TUMBLING -> of((TumblingWindows) rules.windows(), lateness);
            case SLIDING -> of((SlidingWindows) rules.windows(), lateness);
            case SESSION, GLOBAL -> throw new IllegalArgumentException(rules.windows() + " are not aligned");
        };
    }

    private static WindowTimes of(TumblingWindows windows, long lateness) {
        long size = windows.size().toMillis();
        return new WindowTimes(size, size, size, offset(windows.offset(), size), lateness);
    }

    private static WindowTimes of(SlidingWindows windows, long lateness) {
        long slide = windows.slide().toMillis();
        return new WindowTimes(
                windows.size().toMillis(), slide, windows.paneMillis(), offset(windows.offset(), slide), lateness);
    }

    private static long offset(Duration offset, long slide) {
        return Math.floorMod(offset.toMillis(), slide);
    }

    /** Which panes these are, in the names of states: so that panes of another length, or which begin elsewhere, are never taken for them. */
    String panesName() {
        return "panes of " + name();
    }

    /** Of a pane, likewise. */
    String paneName() {
        return "pane of " + name();
    }

    private String name() {
        return pane + " ms" + (offset == 0 ? "" : " from " + offset + " ms");
    }

    /** How many panes a window has. */
    long panes() {
        return size / pane;
    }

    /** Whether all bounds and timers of windows around this timestamp can be named by a long. */
    boolean canHold(long timestamp) {
        long margin = 2 * size + slide + lateness;
        return timestamp >= Long.MIN_VALUE + margin && timestamp <= Long.MAX_VALUE - margin;
    }

    /** The beginning of the pane that a timestamp is in. */
    long paneOf(long timestamp) {
        return timestamp - Math.floorMod(timestamp - offset, pane);
    }

    /** The end of the first window that a pane is in. */
    long firstEnd(long paneStart) {
        return endAtOrAfter(paneStart + pane);
    }

    /** The end of the last window that a pane is in. */
    long lastEnd(long paneStart) {
        return paneStart - Math.floorMod(paneStart - offset, slide) + size;
    }

    /** The first end of a window that is not before this. */
    long endAtOrAfter(long time) {
        return time + Math.floorMod(offset + size - time, slide);
    }

    boolean isEnd(long time) {
        return endAtOrAfter(time) == time;
    }

    /** Whether a window can't change any more. */
    boolean closed(long end, long watermark) {
        return end - 1 + lateness <= watermark;
    }

    /** The first end, not before the given one, of a window that can still change. */
    long firstOpen(long end, long watermark) {
        return closed(end, watermark) ? endAtOrAfter(watermark + 2 - lateness) : end;
    }
}
