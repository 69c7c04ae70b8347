package io.staunch.testkit.simulation;

import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.function.Consumer;

/** A reader of the committed output of one sink. Owned by the thread that runs the world. */
@FunctionalInterface
public interface Capture {
    /** Hands over what has become visible since the last call, in order per partition. */
    void read(Consumer<Output> into);

    /** What counts of it. */
    default Counted counted() {
        return Counted.RECORDS;
    }
}
