package io.staunch.runtime.job;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The connections of a start until they are handed over. The coordinator adds them and hands them over; any thread interrupts. One of the two comes
 * first: what was handed over no interrupt closes, and after an interrupt nothing is handed over. Whoever is in a call of a connection when the
 * interrupt comes gets an error: it is closed by the interrupt, or {@link #add} fails before there is such a call.
 */
final class StartConnections implements AutoCloseable {
    private final List<Outside> outsides = new CopyOnWriteArrayList<>();
    private boolean interrupted;
    private boolean handedOver;

    /** Coordinator: one more, which is closed with the others even if this fails. */
    void add(Outside outside) {
        outsides.add(outside);
        if (interrupted()) {
            throw failure();
        }
    }

    /** Coordinator: whoever gets them closes them from now on. */
    synchronized void handOver() {
        if (interrupted) {
            throw failure();
        }
        handedOver = true;
    }

    /** Any thread: closes them, unless they were handed over. */
    void interrupt() {
        synchronized (this) {
            if (handedOver) {
                return;
            }
            interrupted = true;
        }
        close();
    }

    synchronized boolean interrupted() {
        return interrupted;
    }

    /** Closes them, whether or not they were handed over. */
    @Override
    public void close() {
        outsides.forEach(Outside::close);
    }

    private static IllegalStateException failure() {
        return new IllegalStateException("the startup was interrupted");
    }
}
