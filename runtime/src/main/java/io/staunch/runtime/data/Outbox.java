package io.staunch.runtime.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a task sends. A full ring never blocks the worker: what finds no room waits here, and the task reads no further until it
 * is sent. Owned by the task's worker.
 */
public final class Outbox {
    private final List<Lane> lanes = new ArrayList<>();
    private boolean blocked;

    /** A new lane for a channel. */
    public Lane lane(Channel channel) {
        Lane lane = new Lane(channel, this);
        lanes.add(lane);
        return lane;
    }

    /** Whether something waits for room: the task must read no further. */
    public boolean blocked() {
        return blocked;
    }

    /** Tries to send what waits. Returns whether nothing waits any more. */
    public boolean drain() {
        if (blocked) {
            boolean all = true;
            for (int i = 0; i < lanes.size(); i++) {
                all &= lanes.get(i).drain();
            }
            blocked = !all;
        }
        return !blocked;
    }

    /** Sends the batches being filled. */
    public void flush() {
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).flush();
        }
    }

    /** Sends a barrier down every lane, behind everything appended so far. */
    public void barrier(Barrier barrier) {
        for (Lane lane : lanes) {
            lane.barrier(barrier);
        }
    }

    void block() {
        blocked = true;
    }
}
