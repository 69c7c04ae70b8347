package io.staunch.testkit.process;

import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.concurrent.CountDownLatch;

/**
 * Holds a job at a step of the protocol for good, so that whoever is told can kill the process exactly there: listeners are called at the
 * very moment of a step by the thread that takes it, and here that thread never comes back. Safe for use by any thread.
 */
public final class HoldAt implements JobListener {
    private final ProtocolStep step;
    private final Runnable met;
    private final Runnable held;
    /** Guarded by this. */
    private int left;

    /**
     * @param meeting when the step is taken for the n-th time, from 1
     * @param met called at each meeting before that one, by the thread that takes the step, which goes on then
     * @param held called when the job stands still
     */
    public HoldAt(ProtocolStep step, int meeting, Runnable met, Runnable held) {
        this.step = step;
        this.met = met;
        this.held = held;
        left = meeting;
    }

    @Override
    public void on(ProtocolEvent event) {
        if (event.step() == step && meet()) {
            standStill();
        }
    }

    /** One after the other: who hears of the meeting at which it stands still has heard of all before it, whatever threads took them. */
    private synchronized boolean meet() {
        left--;
        if (left > 0) {
            met.run();
        } else if (left == 0) {
            held.run();
        }
        return left == 0;
    }

    private static void standStill() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
