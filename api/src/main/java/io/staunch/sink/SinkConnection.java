package io.staunch.sink;

/**
 * A connection that writes. All calls are made by one thread, which may block within the client's timeouts.
 *
 * @param <R> encoded records
 */
public interface SinkConnection<R> extends AutoCloseable {
    /** Writes a record; it may be on its way when the call returns. */
    void write(R record) throws Exception;

    /** Returns when everything written so far is safe outside; throws if any of it was refused, then or before. */
    void flush() throws Exception;

    /** Lets go of everything; what was not flushed may be lost. May be called again; nothing happens then. */
    @Override
    void close();
}
