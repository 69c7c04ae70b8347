package io.staunch.sink;

import io.staunch.error.StaunchException;

/**
 * Turns a record of the pipeline into one of the outside. Used by one task, on its worker; must not block.
 *
 * @param <T> records of the pipeline
 * @param <R> records as the connection takes them
 */
@FunctionalInterface
public interface SinkEncoder<T, R> {
    /**
     * Encodes one record.
     *
     * @param timestamp milliseconds since 1970, or {@link Long#MIN_VALUE} if there is none
     * @throws StaunchException if the outside would refuse the record (too large, for example); it is caught here, before it is part of
     *     a transaction
     */
    R encode(T value, long timestamp) throws Exception;
}
