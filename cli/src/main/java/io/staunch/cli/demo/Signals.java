package io.staunch.cli.demo;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Where the demo's main thread waits for what other threads report. Safe for use by any thread. */
final class Signals {
    /** Something has changed that somebody may wait for. */
    synchronized void changed() {
        notifyAll();
    }

    /**
     * Waits until a condition holds, which is looked at after each change.
     *
     * @return whether it holds
     */
    synchronized boolean await(BooleanSupplier condition, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long leftMs = (deadline - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return true;
    }
}
