package io.staunch.keyed;

import io.staunch.process.SideOutput;
import io.staunch.time.Timer;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For how long a key is remembered so that its other records are known to be duplicates. An immutable value.
 *
 * <p><b>By event time:</b> a record is a duplicate if its timestamp is less than the time to live away, in either direction, from that of a record of
 * its key that was passed on before. Which record comes first decides; how far the watermark is does not. What was passed on is remembered until no record
 * that is not late could be its duplicate. A late record is a duplicate of what is still remembered, and otherwise passed on: nothing is
 * dropped for what is not known.
 *
 * <p><b>By processing time:</b> the first record is passed on, and those that come before the wall clock shows the time to live later are
 * duplicates. A clock that jumps makes that time shorter or longer.
 *
 * @param by which clock
 * @param timeToLive whole milliseconds
 * @param duplicates where duplicates go; null for nowhere
 */
public record Deduplication(
        Timer.Kind by, Duration timeToLive, @Nullable SideOutput<?> duplicates) implements Serializable {
    public Deduplication {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(timeToLive, "timeToLive");
    }

    /** By the records' timestamps. */
    public static Deduplication byEventTime(Duration timeToLive) {
        return new Deduplication(Timer.Kind.EVENT_TIME, timeToLive, null);
    }

    /** By the wall clock. */
    public static Deduplication byProcessingTime(Duration timeToLive) {
        return new Deduplication(Timer.Kind.PROCESSING_TIME, timeToLive, null);
    }

    /** The same, but duplicates go to a side output, of the records' type, instead of nowhere. */
    public Deduplication duplicatesTo(SideOutput<?> output) {
        return new Deduplication(by, timeToLive, Objects.requireNonNull(output, "output"));
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        return Spans.positive("the time to live", timeToLive);
    }
}
