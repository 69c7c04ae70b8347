package io.staunch.sink;

/**
 * What a sink was given between two checkpoints, to be written now, with the entry that goes into the transaction of the records. Iterating reads
 * the records from memory or from the checkpoint store, some at a time, so that they need not all fit into memory; it may be done again from the
 * beginning. An iterator throws {@link io.staunch.error.StaunchException} if they can't be read, which {@link WriteAheadConnection#apply} passes on.
 *
 * @param <T> the records
 */
public interface Interval<T> extends Iterable<T>, LedgerWrite {
    /** How many records there are. */
    long records();

    /**
     * A key of this interval: the same whenever it is written, and of no other interval of any job. The records come in the same order each time, so
     * this with a record's number in the interval is a key of the record.
     */
    String key();
}
