package io.staunch.sink;

import org.jspecify.annotations.Nullable;

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
     * @return the encoded record, or null if nothing is to be written for this one
     * @param timestamp milliseconds since 1970, or {@link Long#MIN_VALUE} if there is none
     * @throws RefusedRecordException if the outside would refuse the record (too large, say), or it can't be serialised: it is caught here,
     *     before it is part of a transaction, and meets {@link Sink#onRefusedRecord()}. Anything else that is thrown is a failure of the
     *     encoder, not of the record
     */
    @Nullable
    R encode(T value, long timestamp) throws Exception;
}
