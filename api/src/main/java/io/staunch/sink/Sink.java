package io.staunch.sink;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import java.io.Serializable;
import java.util.List;

/**
 * A description of where records go: an immutable value, in one of the templates that this interface permits.
 *
 * <p>Records are encoded on the worker ({@link SinkEncoder}) and written by a thread that may block ({@link SinkConnection},
 * {@link LeadConnection}), with a bounded hand-over between them; or kept and written after the checkpoint ({@link WriteAheadConnection}); or
 * written into transactions that are prepared with the checkpoint and committed after it ({@link TransactionConnection}).
 *
 * @param <T> the records
 */
public sealed interface Sink<T> extends Serializable
        permits FlushingSink, IdempotentSink, RereadSink, WriteAheadSink, TwoPhaseCommitSink {
    /** The template. */
    enum Kind {
        FLUSHING,
        IDEMPOTENT,
        REREAD,
        WRITE_AHEAD,
        TWO_PHASE_COMMIT
    }

    Kind kind();

    /** For messages and reports: what is written, without secrets. For example {@code kafka topic totals at localhost:9092}. */
    String description();

    /** What this sink offers as configured. */
    Offer offer();

    /** What becomes of a record that the outside does not take. */
    default OnRefusedRecord onRefusedRecord() {
        return OnRefusedRecord.FAIL;
    }

    /** All mistakes in its configuration, one sentence each; empty if there are none. Looks at nothing outside. */
    default List<String> problems() {
        return List.of();
    }

    /**
     * Looks at the outside, for a {@linkplain io.staunch.guarantee.LiveReport report}: whether that keeps what the offer leans on. Changes
     * nothing there that stays. Blocks. What can't be seen is a finding too; an exception says that nothing could be.
     */
    default List<Finding> look(LookContext context) {
        return List.of();
    }
}
