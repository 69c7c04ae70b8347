package io.staunch.runtime.task;

/** Takes records from the operator before it in a chain: a direct call, with no object around the record. */
@FunctionalInterface
public interface Receiver {
    void accept(Object value, long timestamp) throws Exception;
}
