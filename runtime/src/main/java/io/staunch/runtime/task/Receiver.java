package io.staunch.runtime.task;

/**
 * Takes records from the operator before it in a chain: a direct call, with no object around the record. What a user's function throws comes
 * as {@link OperatorFailure}.
 */
@FunctionalInterface
public interface Receiver {
    void accept(Object value, long timestamp);
}
