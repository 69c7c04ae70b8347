package io.staunch.verification.matrix;

import io.staunch.verification.kafka.CountingJob;
import org.jspecify.annotations.Nullable;

/** Reads what a job has put out, from its beginning, as anybody would. Used by one thread, but for {@link #interrupt}. */
interface OutputReader extends AutoCloseable {
    /** Takes what was read. */
    @FunctionalInterface
    interface Taker {
        /** @param record null if it can't be read */
        void take(int partition, CountingJob.@Nullable Running record);
    }

    /** Gives what has come since, or returns soon. What is away for a while is no error. */
    void read(Taker taker);

    /** Whether all was read that there is now. */
    boolean atEnd();

    /** Ends a call under way soon. By any thread. */
    void interrupt();

    @Override
    void close();
}
