package io.staunch.sink;

/**
 * Writes at any time and flushes at the barrier; a replay writes again. At least once.
 *
 * @param <T> records of the pipeline
 * @param <R> records as the connection takes them
 */
public non-sealed interface FlushingSink<T, R> extends Sink<T> {
    @Override
    default Kind kind() {
        return Kind.FLUSHING;
    }

    /** Called once per task on its worker; must not block. */
    SinkEncoder<T, R> encoder(SinkContext context);

    /** Called once per attempt on a thread that may block; all tasks of the sink write through the one connection. */
    SinkConnection<R> connect(SinkContext context);
}
