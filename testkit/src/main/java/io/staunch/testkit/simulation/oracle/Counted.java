package io.staunch.testkit.simulation.oracle;

/** What counts of the output of a sink. */
public enum Counted {
    /** Every record, once, and in order for each key. */
    RECORDS,
    /** The last value of each key; not every value on the way is shown. */
    FINAL_VALUES,
    /**
     * The last value of each key; every value on the way is shown, and by which process. None may be older than what a complete checkpoint
     * counts on.
     */
    VERSIONS
}
