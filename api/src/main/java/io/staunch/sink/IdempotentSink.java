package io.staunch.sink;

import io.staunch.guarantee.Offer;

/**
 * Writes keyed records at any time and flushes at the barrier; a replay overwrites what it wrote before. The outside converges to the
 * final values, and may show older ones on the way. Exactly-once only if a stale writer is rejected by the outside, and as far as what is
 * upstream gives the same records again after a fault: behind an operator that may not (an enrichment, a table that is broadcast, whatever goes
 * by a clock or by which records are late) the {@linkplain io.staunch.guarantee.GuaranteeReport report} says at-least-once, since rows that only
 * the attempt before wrote would stay. What functions do by themselves it can't see.
 *
 * @param <T> records of the pipeline
 * @param <R> records as the connection takes them
 */
public non-sealed interface IdempotentSink<T, R> extends Sink<T> {
    @Override
    default Kind kind() {
        return Kind.IDEMPOTENT;
    }

    /** Whether the connection asks its {@link WriterCheck} in the same transaction as each write, so that the writes of an older attempt are refused. */
    boolean rejectsStaleWriters();

    @Override
    default Offer offer() {
        return rejectsStaleWriters()
                ? Offer.exactlyOnce(
                        "idempotent by key; stale writers are rejected; readers may see older values on the way; leans on functions that give the same again")
                : Offer.atLeastOnce(
                        "idempotent by key, but a process that is already replaced can still overwrite newer values",
                        "check the owner's epoch in the same transaction as the write");
    }

    /** Called once per task on its worker; must not block. */
    SinkEncoder<T, R> encoder(SinkContext context);

    /**
     * Called once per attempt on a thread that may block; all tasks of the sink write through the one connection.
     *
     * @param check tells whether this attempt may write; for sinks that {@link #rejectsStaleWriters reject stale writers}
     */
    SinkConnection<R> connect(SinkContext context, WriterCheck check);
}
