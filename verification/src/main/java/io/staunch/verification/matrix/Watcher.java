package io.staunch.verification.matrix;

import io.staunch.verification.kafka.CountingJob;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed output all the while, in a thread of its own, as somebody would who acts upon it, and holds each record against
 * {@link Tally} at the moment at which it is seen. A broker that is away is waited for. Safe for use by any thread.
 */
final class Watcher implements AutoCloseable {
    private final OutputReader reader;
    private final Thread thread;

    private volatile boolean closed;
    /** All below is guarded by this. */
    private final Tally tally = new Tally();

    private boolean wantsEnd;
    private boolean atEnd;
    private @Nullable RuntimeException failure;

    Watcher(OutputReader reader) {
        this.reader = reader;
        thread = new Thread(this::run, "watcher");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (reader) {
            while (!closed) {
                reader.read(this::see);
                lookForTheEnd();
            }
        } catch (RuntimeException e) {
            synchronized (this) {
                failure = e;
                notifyAll();
            }
        }
    }

    /** @param record null if it can't be read */
    private synchronized void see(int partition, CountingJob.@Nullable Running record) {
        if (record == null) {
            tally.addUnreadable();
        } else {
            tally.add(partition, record);
        }
        notifyAll();
    }

    private void lookForTheEnd() {
        synchronized (this) {
            if (!wantsEnd) {
                return;
            }
        }
        boolean reached = reader.atEnd();
        synchronized (this) {
            atEnd = reached;
            notifyAll();
        }
    }

    /** Returns when a number has been seen that is at least this one. */
    void awaitNumber(int number) throws InterruptedException {
        await(() -> tally.highest() >= number);
    }

    /** Whether such a number has been seen, after at most a time. */
    synchronized boolean sees(int number, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (long left = limit.toMillis(); left > 0 && tally.highest() < number; ) {
            wait(left);
            left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        }
        return tally.highest() >= number;
    }

    /** Returns when all numbers of a range have been seen. */
    void awaitAll(int from, int to) throws InterruptedException {
        await(() -> tally.hasAll(from, to));
    }

    /** Reads on to what is the end then. */
    void readToTheEnd() throws InterruptedException {
        synchronized (this) {
            wantsEnd = true;
            atEnd = false;
        }
        await(() -> atEnd);
    }

    /** What was seen so far. */
    synchronized Tally.Figures figures(int in) {
        return tally.figures(in);
    }

    private synchronized void await(BooleanSupplier wanted) throws InterruptedException {
        while (!wanted.getAsBoolean()) {
            if (failure != null) {
                throw new IllegalStateException("the output can't be read any more", failure);
            }
            wait();
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        reader.interrupt();
        thread.join();
    }
}
