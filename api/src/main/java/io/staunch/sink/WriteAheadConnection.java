package io.staunch.sink;

/**
 * Writes intervals, one after the other in the order of their checkpoints. Mechanism, and no decision. One thread makes all calls, which may
 * block within the client's timeouts; only {@link #close} may come from another one.
 *
 * @param <T> the records
 */
public interface WriteAheadConnection<T> extends AutoCloseable {
    /**
     * Writes all records of an interval; when it returns they are safe outside. An interval without records is passed too. It comes again, with
     * the same records in the same order and the same {@link Interval#key}, if it is not known to be written.
     *
     * @throws io.staunch.error.StaunchException with {@code RETRY} for what passes (the outside is away, a time-out, a lost answer, a lock that is
     *     held): the connection is closed, and the interval is tried again with a new one after a pause that grows, for as long as it takes.
     *     With {@code FAIL_JOB} if the outside will never take it: the job stops. Any other exception ends the execution, and the job restarts
     *     by its policy
     */
    void apply(Interval<T> interval) throws Exception;

    /**
     * Lets go of everything; nothing of an {@link #apply} under way counts, or all. May be called again; nothing happens then. Also called by
     * another thread than that of a call under way, which should then end soon with an error.
     */
    @Override
    void close();
}
