package io.staunch.runtime.task;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds a source back while a task behind it has taken more records than it can work on, which it has done so that a barrier behind them comes
 * through. Without it, each checkpoint would let the source fill the channels again. Any thread.
 */
public final class Gate {
    private final AtomicInteger closed = new AtomicInteger();
    private final Runnable wake;

    /** @param wake wakes the source's tasks */
    public Gate(Runnable wake) {
        this.wake = wake;
    }

    /** Whether the source must not be read. */
    boolean isClosed() {
        return closed.get() > 0;
    }

    /** One more task holds it. */
    void close() {
        closed.incrementAndGet();
    }

    /** A task that held it does so no more. */
    void open() {
        if (closed.decrementAndGet() == 0) {
            wake.run();
        }
    }
}
