package io.staunch.testkit.outside;

import io.staunch.guarantee.Offer;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.Optional;

/**
 * Reads what a simulation feeds, each partition of the topic in order.
 *
 * @param topic its name
 * @param type of the records
 * @param ends whether it ends with the last record that is fed; if not, it waits for more
 * @param kept which records can be read again
 */
public record LogSource<T>(String topic, Class<T> type, boolean ends, Kept kept) implements Source<T> {
    /** Which records a log keeps. */
    public enum Kept {
        /** All of them. */
        ALL,
        /** Those whose checkpoint has not settled, as a queue does that is told which ones are done with. */
        UNSETTLED,
        /** Those that nobody has read, as a socket does, or a queue that takes what it has handed out for done with. */
        UNREAD
    }

    /** One that never ends. */
    public LogSource(String topic, Class<T> type) {
        this(topic, type, false);
    }

    /** One that keeps its records. */
    public LogSource(String topic, Class<T> type, boolean ends) {
        this(topic, type, ends, Kept.ALL);
    }

    /** The same over a log that deletes what has settled. It is read by one source of one job. */
    public LogSource<T> deletingWhatHasSettled() {
        return new LogSource<>(topic, type, ends, Kept.UNSETTLED);
    }

    /**
     * The same over a log that deletes what was read: whoever begins to read begins with what is there, and positions say nothing. At most once, and read by one
     * source of one job.
     */
    public LogSource<T> deletingWhatWasRead() {
        return new LogSource<>(topic, type, ends, Kept.UNREAD);
    }

    @Override
    public String description() {
        return LogOutside.TOPIC + topic;
    }

    @Override
    public Offer offer() {
        return switch (kept) {
            case ALL, UNSETTLED -> Offer.exactlyOnce("replayable, positions in the checkpoint");
            case UNREAD ->
                Offer.atMostOnce(
                        "what was read is gone: no record can be read again", "a source that can be read again");
        };
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new LogEnumerator(topic, kept, LogClients.of(context.environment()));
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return Optional.of(new RecordPlace(split.id(), LogPosition.of(split).offset()));
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        return new LogReader<>(type, ends, kept == Kept.UNREAD, LogClients.of(context.environment()));
    }
}
