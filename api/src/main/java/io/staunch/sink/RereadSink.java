package io.staunch.sink;

/**
 * Two-phase commit whose pending transaction is never resumed: after a fault it is fenced and aborted, the checkpoint that the commit
 * ledger holds is restored, and the input is read again. Sinks with an equal {@link #resourceKey()} are one resource and commit in one
 * transaction. Exactly-once does not depend on a pending transaction surviving.
 *
 * @param <T> records of the pipeline
 * @param <R> records as the connection takes them
 */
public non-sealed interface RereadSink<T, R> extends Sink<T> {
    @Override
    default Kind kind() {
        return Kind.REREAD;
    }

    /** What the configuration says about which resource this is, for example the bootstrap servers in sorted order. */
    String resourceKey();

    /** Called once per task on its worker; must not block. */
    SinkEncoder<T, R> encoder(SinkContext context);

    /**
     * The same for a sink that has its encoder refuse what the connection has found out before the start that the outside would refuse.
     *
     * @param connection of {@link #connect}, with the ledger read; only what it has looked up already is asked for
     */
    default SinkEncoder<T, R> encoder(SinkContext context, LeadConnection<R> connection) {
        return encoder(context);
    }

    /** Called once per process attempt for all sinks of the resource, on a thread that may block. */
    LeadConnection<R> connect(LeadContext context);

    /** How many transactions can be in use at once: the one being committed and the one being written. */
    int SLOTS = 2;
}
