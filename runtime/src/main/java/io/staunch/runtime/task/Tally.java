package io.staunch.runtime.task;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts records and publishes the count between steps: one thread's counter shares a cache line with another's, and would take it away
 * from that one with every record. Owned by the task's worker.
 */
final class Tally {
    private final AtomicLong published;
    private long records;
    private long told;

    Tally(AtomicLong published) {
        this.published = published;
    }

    void add() {
        records++;
    }

    void publish() {
        if (records != told) {
            told = records;
            published.lazySet(records);
        }
    }
}
