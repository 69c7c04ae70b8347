package io.staunch.testkit.log;

import org.jspecify.annotations.Nullable;

/** A record at its place in a partition, or the marker that ends a transaction there. */
public final class LogRecord {
    private final long offset;
    private final long timestampMs;
    private final @Nullable Object key;
    private final @Nullable Object value;
    private final @Nullable Object headers;
    private final @Nullable LogTransaction transaction;
    private final boolean marker;

    LogRecord(long offset, Payload payload, @Nullable LogTransaction transaction, boolean marker) {
        this.offset = offset;
        timestampMs = payload.timestampMs();
        key = payload.key();
        value = payload.value();
        headers = payload.headers();
        this.transaction = transaction;
        this.marker = marker;
    }

    public long offset() {
        return offset;
    }

    public long timestampMs() {
        return timestampMs;
    }

    public @Nullable Object key() {
        return key;
    }

    public @Nullable Object value() {
        return value;
    }

    /** As the writer gave them. */
    public @Nullable Object headers() {
        return headers;
    }

    /** Whether a reader of committed records is given it, once the log is stable up to here. */
    boolean committed() {
        return !marker && (transaction == null || transaction.outcome() == LogTransaction.Outcome.COMMITTED);
    }

    boolean marker() {
        return marker;
    }

    /**
     * What is written.
     *
     * @param key may be null
     * @param value may be null
     * @param headers opaque to the log, may be null
     * @param timestampMs milliseconds since 1970
     */
    public record Payload(
            @Nullable Object key,
            @Nullable Object value,
            @Nullable Object headers,
            long timestampMs) {
        static final Payload NOTHING = new Payload(null, null, null, 0);
    }
}
