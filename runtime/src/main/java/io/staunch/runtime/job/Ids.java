package io.staunch.runtime.job;

/** Numbers checkpoints: none is used twice, over restarts inside the process. Owned by the coordinator. */
final class Ids {
    private long next;

    Ids(long first) {
        next = first;
    }

    /** The id that is taken next. */
    long peek() {
        return next;
    }

    long take() {
        return next++;
    }
}
