package io.staunch.runtime.task;

import io.staunch.protocol.time.Watermark;

/**
 * Takes records from the operator before it in a chain: a direct call, with no object around the record. What a user's function throws comes
 * as {@link OperatorFailure}.
 */
public interface Receiver {
    void accept(Object value, long timestamp);

    /** How far event time has come behind the records so far. Whoever hands records on hands this on too. */
    void watermark(Watermark watermark);
}
