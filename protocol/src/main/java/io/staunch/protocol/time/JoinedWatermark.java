package io.staunch.protocol.time;

import java.util.Arrays;

/**
 * The watermark of a task that reads several inputs: the least of those that are not idle or, if all are, the greatest. It never goes back.
 * Owned by the task's worker.
 */
public final class JoinedWatermark {
    private final long[] times;
    private final boolean[] idle;
    private Watermark joined;

    /**
     * @param inputs how many; all begin as {@link Watermark#START}
     * @param restored what the watermark had come to
     */
    public JoinedWatermark(int inputs, long restored) {
        times = new long[inputs];
        Arrays.fill(times, Long.MIN_VALUE);
        idle = new boolean[inputs];
        joined = new Watermark(restored, false);
    }

    /** An input's watermark has come. Returns whether the joined one has changed by it. */
    public boolean set(int input, Watermark watermark) {
        times[input] = Math.max(times[input], watermark.time());
        idle[input] = watermark.idle();
        Watermark now = join();
        boolean changed = !now.equals(joined);
        joined = now;
        return changed;
    }

    public Watermark get() {
        return joined;
    }

    private Watermark join() {
        boolean allIdle = true;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < times.length; i++) {
            greatest = Math.max(greatest, times[i]);
            if (!idle[i]) {
                allIdle = false;
                least = Math.min(least, times[i]);
            }
        }
        return new Watermark(Math.max(joined.time(), allIdle ? greatest : least), allIdle);
    }
}
