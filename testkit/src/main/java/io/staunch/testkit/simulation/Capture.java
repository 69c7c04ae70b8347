package io.staunch.testkit.simulation;

import io.staunch.testkit.simulation.oracle.Output;
import java.util.function.Consumer;

/** A reader of the committed output of one sink. Owned by the thread that runs the world. */
@FunctionalInterface
public interface Capture {
    /** Hands over what has become visible since the last call, in order per partition. */
    void read(Consumer<Output> into);

    /** Whether what counts is the last value of each key, and not how often and in which order values came. */
    default boolean converges() {
        return false;
    }
}
