package io.staunch.runtime.task;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts records, and publishes the count between the steps of a task: what other threads look at is written once in a batch, and not with every
 * record. Owned by the task's worker.
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
