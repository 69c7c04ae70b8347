package io.staunch.runtime.task;

import io.staunch.environment.Environment;
import io.staunch.source.SourceReader;
import java.util.concurrent.atomic.AtomicLong;

/** Publishes now and then how far a reader is behind. Owned by the task's worker; only what is published is read by others. */
final class LagReport {
    private static final long EVERY_NANOS = 500_000_000;

    private final SourceReader<Object> reader;
    private final AtomicLong published;
    private final Environment environment;
    private long last;

    /** @param published takes the number of records; -1 if it is not known */
    LagReport(SourceReader<Object> reader, AtomicLong published, Environment environment) {
        this.reader = reader;
        this.published = published;
        this.environment = environment;
        this.last = environment.nanoTime() - EVERY_NANOS;
    }

    /** At every step of the task, whether it can go on or not. */
    void step() {
        long now = environment.nanoTime();
        if (now - last >= EVERY_NANOS) {
            last = now;
            published.lazySet(reader.lag().orElse(-1));
        }
    }
}
