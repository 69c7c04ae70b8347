package io.staunch.sink;

/**
 * Writes records into transactions, one at a time, and prepares each. One thread makes all calls, which may block within the client's timeouts; only
 * {@link #close} may come from another one.
 *
 * <p>An error of any of them means that the open transaction is lost: the execution ends, the job restarts from the last checkpoint by its {@code
 * RestartPolicy}, rolls back what was left and reads again. With {@code FAIL_JOB} the job stops.
 *
 * <p>A transaction may wait for a lock that an earlier one holds which is prepared and not committed yet. Mostly the commit comes and lets it go.
 * But if the checkpoint of the earlier one has failed, it is committed with the next checkpoint, which this write stands before: so each wait for a
 * lock must have an end, by a timeout of the outside.
 *
 * @param <T> the records
 */
public interface TransactionConnection<T> extends AutoCloseable {
    /** Begins a transaction: before the first record of an interval. An interval without records has none. */
    void begin() throws Exception;

    /**
     * Writes a record into the open transaction. Nobody else may see it.
     *
     * @param origin to be given back in a {@link RefusedRecordsException}
     * @throws RefusedRecordException if the outside will not take this record, whatever became of the transaction: the execution ends, and when the
     *     record comes again it meets {@link Sink#onRefusedRecord}
     */
    void write(T value, long origin) throws Exception;

    /**
     * Prepares the open transaction under a name: when this returns it is safe, survives a crash of this process and of the outside, waits for a
     * {@link CommitConnection#commit} or {@link CommitConnection#abort} by that name, and nobody sees it. Other transactions may be waiting likewise.
     *
     * <p>If there is no answer, an exception: it does not matter whether it is prepared, nor whether the request arrives much later still. The
     * engine never asks for the same token twice.
     *
     * @throws RefusedRecordsException if only now records turn out to be refused; as for {@link #write}
     */
    void prepare(String token) throws Exception;

    /**
     * As {@link #prepare}, for the last checkpoint of a job that ends in good order: nothing will be written behind it, so what the sink would go on with
     * in its next transaction is finished with this one. If that checkpoint fails, there may be another one.
     */
    default void prepareLast(String token) throws Exception {
        prepare(token);
    }

    /**
     * Asked at the last checkpoint if nothing was written since the transaction before: whether there is something that one more transaction has to
     * finish. If so, {@link #begin} and {@link #prepareLast} follow.
     */
    default boolean unfinished() {
        return false;
    }

    /**
     * Rolls back what is open and lets go of everything; what is prepared stays. May be called again; nothing happens then. Also called by another
     * thread than that of a call under way, which should then end soon with an error.
     */
    @Override
    void close();
}
