package io.staunch.runtime;

import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Fails the job at the n-th time that it takes a step of the protocol: what a listener throws stops everything at that very moment. */
final class Killer implements JobListener {
    private final ProtocolStep step;
    private final AtomicInteger left;
    private final CountDownLatch hit = new CountDownLatch(1);

    Killer(ProtocolStep step, int time) {
        this.step = step;
        this.left = new AtomicInteger(time);
    }

    boolean hit() {
        return hit.getCount() == 0;
    }

    @Override
    public void on(ProtocolEvent event) {
        if (hit() || (event.step() == step && left.decrementAndGet() == 0)) {
            hit.countDown();
            throw new IllegalStateException("killed at " + step);
        }
    }
}
