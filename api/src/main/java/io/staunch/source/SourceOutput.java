package io.staunch.source;

import io.staunch.process.SideOutput;

/** Takes the records of a source. */
public interface SourceOutput<T> {
    /**
     * The records that follow are of this split, until the next call. A reader of a source that is read {@linkplain Source#bySplit by split}
     * says so in each poll before the first record and whenever the split changes.
     */
    default void split(String id) {}

    /**
     * One record.
     *
     * @param value not null; not changed any more
     * @param timestamp milliseconds since 1970, or {@link Long#MIN_VALUE} if the source knows none
     * @param origin the record's place, as {@link SourceReader#describe} understands it: at least 0, less than 2^52
     */
    void emit(T value, long timestamp, long origin);

    /** One record for a side output, which the source has named in {@link Source#sideOutputs}. */
    <S> void emit(SideOutput<S> output, S value, long timestamp, long origin);

    /** One record was read and is passed over: it counts as read and as skipped. */
    void skip();

    /** Whether more records are welcome now. A reader that goes on after false is not wrong but costs memory. */
    boolean ready();
}
