package io.staunch.sink;

/**
 * A connection that writes. All calls are made by one thread, which may block within the client's timeouts.
 *
 * @param <R> encoded records
 */
public interface SinkConnection<R> extends AutoCloseable {
    /**
     * Writes a record; it may be on its way when the call returns.
     *
     * @throws RefusedRecordException if the outside does not take this record; the connection can go on
     */
    void write(R record) throws Exception;

    /**
     * The same, for a connection that may hear only later that a record was refused, and which one.
     *
     * @param origin to be given back in a {@link RefusedRecordsException}
     * @throws RefusedRecordsException from here or from {@link #flush} if records of earlier calls were refused
     */
    default void write(R record, long origin) throws Exception {
        write(record);
    }

    /** Returns when everything written so far is safe outside; throws if any of it was refused, then or before. */
    void flush() throws Exception;

    /** Lets go of everything; what was not flushed may be lost. May be called again; nothing happens then. */
    @Override
    void close();
}
