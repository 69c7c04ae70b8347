package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.source.Split;
import java.util.List;
import java.util.Map;

/** How tasks and sinks speak to their coordinator. Every call hands a message over and returns at once; any thread may call. */
public interface Reports {
    /**
     * A task has captured its part of a checkpoint.
     *
     * @param task number of the task
     * @param state what was captured, per operator
     * @param inFlight places of the records that are in flight in what was captured
     * @param positions of the task's splits; empty in tasks that read no source
     * @param records how many records the task had read from its source, or timers fired, when it sent the barrier
     * @param alignmentNanos from the first barrier to the last
     * @param captureNanos how long the worker was occupied by it, in sum
     */
    record Captured(
            int task,
            long checkpoint,
            Map<String, KeyedBackend.Captured> state,
            List<SourcePlace> inFlight,
            List<Split> positions,
            long records,
            long alignmentNanos,
            long captureNanos) {}

    /** A task's part of a checkpoint is captured. */
    void captured(Captured captured);

    /** A sink has flushed everything before the barrier. */
    void prepared(String sink, long checkpoint);

    /** The lead's next transaction was opened at this time. */
    void opened(long nanoTime);

    /** The lead has committed a checkpoint. */
    void committed(long checkpoint);

    /** A source has splits that were not known. */
    void discovered(String source, List<Split> splits);

    /** A source task has read all its splits to their end. */
    void finished(int task);

    /**
     * A task or an agent can't go on.
     *
     * @param subject the operator, sink or source
     * @param origin the record at fault, or a negative number if it was none
     */
    void failed(String subject, long origin, Throwable why);

    /** A step of the protocol was taken. */
    void step(ProtocolStep step, long checkpoint, String subject, String detail);
}
