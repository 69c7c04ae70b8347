package io.staunch.runtime.plan;

/** The states in which an enrichment's records in flight are kept: two lists of the same length. */
public final class InFlightStates {
    /** Name of the list of the records. */
    public static final String RECORDS = "records in flight";

    /** Name of the list of their timestamps. */
    public static final String TIMESTAMPS = "timestamps of records in flight";

    private InFlightStates() {}
}
