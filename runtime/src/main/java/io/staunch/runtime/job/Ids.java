package io.staunch.runtime.job;

/** Numbers checkpoints: none is used twice, over restarts inside the process. Owned by the coordinator. */
final class Ids {
    private long next;

    Ids(long first) {
        next = first;
    }

    long take() {
        return next++;
    }
}
