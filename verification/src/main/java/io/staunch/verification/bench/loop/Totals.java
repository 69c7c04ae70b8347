package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.Meter;
import java.io.IOException;
import java.nio.file.Path;

/** The state of one counting thread. */
interface Totals {
    /**
     * Counts, and hands what is new to the sink.
     *
     * @param from number of the thread whose events they are, each in its order
     */
    void count(int from, Event[] events, int size, Meter.Lane sink);

    /** No more events come from that thread. */
    default void ended(int from, Meter.Lane sink) {}

    /** What the checkpoint needs of this thread's state; called between two chunks, returns what is left to do on another thread. */
    Rest capture(Path folder, int thread, long checkpoint) throws IOException;

    /** What is done beside the counting. */
    interface Rest {
        void run() throws IOException;
    }
}
