package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.Meter;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongConsumer;

/**
 * Starts a loop's checkpoints, one at a time, and does what is left of each when all threads have captured. A daemon thread of its own: what
 * it waits for when the loop has ended never comes.
 */
final class LoopCheckpoints {
    private final int parts;
    private final long intervalMs;
    private final LongConsumer begin;
    private final LinkedBlockingQueue<Totals.Rest> captured = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "loop-checkpoints");

    /**
     * @param parts how many threads capture
     * @param begin asks for the checkpoint of that number
     */
    LoopCheckpoints(int parts, long intervalMs, LongConsumer begin) {
        this.parts = parts;
        this.intervalMs = intervalMs;
        this.begin = begin;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A thread has captured its state. */
    void captured(Totals.Rest rest) {
        captured.add(rest);
    }

    private void run() {
        try {
            long next = System.nanoTime();
            for (long checkpoint = 1; true; checkpoint++) {
                next += intervalMs * 1_000_000;
                long wait = (next - System.nanoTime()) / 1_000_000;
                if (wait > 0) {
                    Thread.sleep(wait);
                } else {
                    next = System.nanoTime();
                }
                begin.accept(checkpoint);
                for (int part = 0; part < parts; part++) {
                    captured.take().run();
                }
                Meter.checkpoint();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
