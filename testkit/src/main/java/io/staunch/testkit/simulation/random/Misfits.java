package io.staunch.testkit.simulation.random;

/** What becomes of records that can't be read by a source, or are not taken by a sink. */
public enum Misfits {
    /** There are none. */
    NONE,
    /** They are passed over. */
    SKIPPED,
    /** They go to a side output. */
    ASIDE
}
