package io.staunch.testkit.simulation;

import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.List;
import java.util.function.Consumer;

/** A reader of the committed output of one sink. Owned by the thread that runs the world. */
@FunctionalInterface
public interface Capture {
    /** Hands over what has become visible since the last call, in order per partition. */
    void read(Consumer<Output> into);

    /** Whether its end is seen only when the job has ended: then a run whose job has nothing left to read asks it to stop. */
    default boolean endsWithTheJob() {
        return false;
    }

    /** What is wrong with how it was seen, whatever the output is. Asked at the end of a run. */
    default List<String> problems() {
        return List.of();
    }

    /** What was seen and is not there any more. Asked when the job has ended. */
    default List<String> missing() {
        return List.of();
    }

    /** What counts of it. */
    default Counted counted() {
        return Counted.RECORDS;
    }
}
