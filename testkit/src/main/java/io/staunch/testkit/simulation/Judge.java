package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolEvent;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Oracle;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.List;

/** Sees the committed output of a run as it appears. Owned by the thread that runs the world. */
interface Judge {
    /** There is such an output to be judged; called before anything of it is seen. */
    void watch(String sink, Counted counted);

    /** A record has become visible. */
    void see(String sink, Output output);

    /** A step of the protocol by a process. What was visible before it has been seen, of sinks of which versions count. */
    void see(int process, ProtocolEvent event);

    /** Whether everything has come that must; a judge that can't know says no. */
    boolean complete();

    /**
     * After so many steps without output a run ends, since completeness can't be known or need not be reached;
     * {@link Integer#MAX_VALUE} if it must be.
     */
    int quietSteps();

    /**
     * For so many steps nothing may change, no process may begin to read, and no checkpoint may start, since none is started while nothing is
     * read, before what is complete counts: what converges may show old values again while a process reads again what it wrote before. 0 if
     * what has come once stays.
     */
    int settlingSteps();

    /** How many records must come over all sinks; 0 if that isn't known. */
    long expected();

    /** What was wrong so far; empty if nothing. */
    List<String> problems();

    /** What is wrong at the end; empty if nothing. */
    List<String> broken();

    /** Output counted against what must come, over all sinks. */
    Oracle.Verdict verdict();
}
