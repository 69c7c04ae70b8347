package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;

/** A capture that was written when it began, since there is little of it. */
record AtOnce(Captured result) implements Capture {
    @Override
    public boolean advance(int budget) {
        return true;
    }

    @Override
    public void drop() {}
}
