package io.staunch.runtime.task;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Where the tasks of a source tell each other the watermark of their slowest split, so that none reads far ahead. Each task writes its own
 * place; all read all.
 */
public final class Alignment {
    private final AtomicLongArray slowest;

    /** @param tasks all of which have to tell before anybody reads ahead */
    public Alignment(int tasks) {
        slowest = new AtomicLongArray(tasks);
        for (int i = 0; i < tasks; i++) {
            slowest.set(i, Long.MIN_VALUE);
        }
    }

    /**
     * A task tells its own.
     *
     * @param time {@link Long#MAX_VALUE} if none of its splits is waited for
     * @return the slowest of all tasks
     */
    long tell(int task, long time) {
        slowest.lazySet(task, time);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < slowest.length(); i++) {
            least = Math.min(least, i == task ? time : slowest.get(i));
        }
        return least;
    }
}
