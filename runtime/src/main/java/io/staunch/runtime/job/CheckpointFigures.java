package io.staunch.runtime.job;

import io.staunch.environment.Environment;
import io.staunch.observe.Metrics.Checkpoints;
import org.jspecify.annotations.Nullable;

/**
 * What checkpoints did, over all executions of a job. The coordinator writes, any thread reads: all of it is in values that are replaced
 * as a whole.
 */
final class CheckpointFigures {
    /** What a completed checkpoint took. */
    record Completed(long bytes, long durationNanos, long alignmentNanos, long captureNanos, long syncNanos) {}

    /** Since when something has been waiting to be durable, or settled; and since when a transaction has been open, or null. */
    record Waiting(
            long durableSince, long settledSince, @Nullable Long openSince) {}

    private volatile Checkpoints checkpoints = Checkpoints.NONE;
    private volatile Waiting waiting;

    CheckpointFigures(Environment environment) {
        long now = environment.nanoTime();
        this.waiting = new Waiting(now, now, null);
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    Waiting waiting() {
        return waiting;
    }

    void durable(Completed c, long now) {
        Checkpoints s = checkpoints;
        checkpoints = new Checkpoints(
                s.completed() + 1,
                s.failed(),
                s.bytes() + c.bytes(),
                c.bytes(),
                s.duration().plus(c.durationNanos()),
                s.alignment().plus(c.alignmentNanos()),
                s.capture().plus(c.captureNanos()),
                s.sync().plus(c.syncNanos()),
                s.commit());
        waiting = new Waiting(now, waiting.settledSince(), waiting.openSince());
    }

    void settled(long commitNanos, long now) {
        Checkpoints s = checkpoints;
        checkpoints = new Checkpoints(
                s.completed(),
                s.failed(),
                s.bytes(),
                s.lastBytes(),
                s.duration(),
                s.alignment(),
                s.capture(),
                s.sync(),
                s.commit().plus(commitNanos));
        waiting = new Waiting(waiting.durableSince(), now, waiting.openSince());
    }

    void failed() {
        Checkpoints s = checkpoints;
        checkpoints = new Checkpoints(
                s.completed(),
                s.failed() + 1,
                s.bytes(),
                s.lastBytes(),
                s.duration(),
                s.alignment(),
                s.capture(),
                s.sync(),
                s.commit());
    }

    /** Everything that was read is settled, and nothing is new: as good as a settled checkpoint. */
    void nothingNew(long now) {
        waiting = new Waiting(now, now, waiting.openSince());
    }

    /** Since when the oldest transaction has been open that is neither committed nor fenced; null if there is none. */
    void open(@Nullable Long since) {
        waiting = new Waiting(waiting.durableSince(), waiting.settledSince(), since);
    }
}
