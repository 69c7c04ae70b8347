package io.staunch.testkit.simulation.oracle;

import io.staunch.observe.ProtocolEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the output of one sink with what must come, as it becomes visible. Owned by the thread that runs the world. */
public interface OutputOracle {
    /** The next record that has become visible on its partition. */
    void see(Output output);

    /** A step of the protocol by a process. What was visible before it has been seen, if {@link Counted#VERSIONS} count. */
    default void see(int process, ProtocolEvent event) {}

    /** Whether nothing is missing. */
    boolean complete();

    /** The first things that were seen to be wrong; empty if nothing was. */
    List<String> problems();

    /** What is wrong by now; before the end, what has not come yet counts as lost. */
    Oracle.Verdict verdict();

    /** What breaks the guarantee at the end of a run, or null. */
    @Nullable
    String broken();
}
