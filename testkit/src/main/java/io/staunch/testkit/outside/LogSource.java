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
 * @param deletes whether the log deletes records once their checkpoint has settled, as a queue does that is told they are done with
 */
public record LogSource<T>(String topic, Class<T> type, boolean ends, boolean deletes) implements Source<T> {
    /** One that never ends. */
    public LogSource(String topic, Class<T> type) {
        this(topic, type, false);
    }

    /** One that keeps its records. */
    public LogSource(String topic, Class<T> type, boolean ends) {
        this(topic, type, ends, false);
    }

    /** The same over a log that deletes what has settled. It is read by one source of one job. */
    public LogSource<T> deletingWhatHasSettled() {
        return new LogSource<>(topic, type, ends, true);
    }

    @Override
    public String description() {
        return LogOutside.TOPIC + topic;
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("replayable, positions in the checkpoint");
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new LogEnumerator(topic, deletes, LogClients.of(context.environment()));
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return Optional.of(new RecordPlace(split.id(), LogPosition.of(split).offset()));
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        return new LogReader<>(type, ends, LogClients.of(context.environment()));
    }
}
