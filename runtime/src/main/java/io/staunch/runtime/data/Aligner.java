package io.staunch.runtime.data;

import io.staunch.environment.Environment;
import java.util.Arrays;

/**
 * Waits for a checkpoint's barrier on all channels of a task. When barriers are aligned, a channel that delivered it is not read until all
 * have: what is captured then contains every record before the barriers and none behind. Owned by the task's worker.
 */
public final class Aligner {
    private static final long NONE = -1;

    private final boolean[] delivered;
    private final boolean aligned;
    private final Environment environment;
    private int count;
    private long checkpoint = NONE;
    private long abandoned = NONE;
    private long since;

    public Aligner(int channels, boolean aligned, Environment environment) {
        this.delivered = new boolean[channels];
        this.aligned = aligned;
        this.environment = environment;
    }

    /** Whether the channel must not be read now. */
    public boolean blocks(int channel) {
        return aligned && delivered[channel];
    }

    /** Whether the channel has delivered a barrier that others have not yet. */
    public boolean delivered(int channel) {
        return delivered[channel];
    }

    /**
     * A barrier has come.
     *
     * @return whether it was the last one that was missing
     */
    public boolean barrier(int channel, long id) {
        if (id <= abandoned) {
            return false;
        }
        if (id < checkpoint && !delivered[channel]) {
            // The next checkpoint has begun, so this one has failed, and the word of it is still on its way.
            return false;
        }
        if (id < checkpoint) {
            throw new IllegalStateException(
                    "barrier " + id + " on channel " + channel + " after barrier " + checkpoint);
        }
        if (id != checkpoint) {
            clear();
            checkpoint = id;
            since = environment.nanoTime();
        }
        if (delivered[channel]) {
            throw new IllegalStateException("barrier " + id + " came twice on channel " + channel);
        }
        delivered[channel] = true;
        count++;
        if (count < delivered.length) {
            return false;
        }
        clear();
        abandoned = id;
        return true;
    }

    /** The checkpoint has failed: nobody waits for its barriers any more. */
    public void abandon(long id) {
        if (id > abandoned) {
            abandoned = id;
        }
        if (checkpoint != NONE && checkpoint <= id) {
            clear();
        }
    }

    /** How long the last alignment took, in nanoseconds. */
    public long nanos() {
        return environment.nanoTime() - since;
    }

    private void clear() {
        Arrays.fill(delivered, false);
        count = 0;
        checkpoint = NONE;
    }
}
