package io.staunch.runtime.enrich;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A record on its way through an enrichment. Owned by the task's worker; its call's stage alone is touched by others. */
public final class Flight {
    private final Object value;
    private final long timestamp;
    private final long origin;

    /** Where it stands among the others. */
    FlightQueue.@Nullable Segment segment;

    /** How many calls there were. */
    int calls;

    /** The present call; null between two calls, and before the first. */
    @Nullable
    CompletionStage<?> call;

    /** When the present call is given up, or, between two calls, the next one is made; by the monotonic clock, in nanoseconds. */
    long until;

    private @Nullable Object outcome;
    private boolean failed;

    Flight(Object value, long timestamp, long origin) {
        this.value = value;
        this.timestamp = timestamp;
        this.origin = origin;
    }

    public Object value() {
        return value;
    }

    public long timestamp() {
        return timestamp;
    }

    /** Place of the record, as {@link io.staunch.runtime.data.Cursor} packs it. */
    public long origin() {
        return origin;
    }

    /** How many calls there were since the task's start. */
    public int calls() {
        return calls;
    }

    /** It goes on with this answer. */
    public void answer(Object answer) {
        outcome = answer;
    }

    /** It goes on as one that has no answer. */
    public void fail(Object instead) {
        outcome = instead;
        failed = true;
    }

    /** What goes on for it; null while that is not known. */
    public @Nullable Object outcome() {
        return outcome;
    }

    /** Whether it goes on as one that has no answer. */
    public boolean failed() {
        return failed;
    }
}
