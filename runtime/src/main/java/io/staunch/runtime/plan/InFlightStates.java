package io.staunch.runtime.plan;

import io.staunch.protocol.refused.SourcePlace;
import io.staunch.source.RecordPlace;
import org.jspecify.annotations.Nullable;

/** The states in which an enrichment's records in flight are kept: three lists of the same length. */
public final class InFlightStates {
    /** Name of the list of the records. */
    public static final String RECORDS = "records in flight";

    /** Name of the list of their timestamps. */
    public static final String TIMESTAMPS = "timestamps of records in flight";

    /** Name of the list of their places; empty in checkpoints of versions that did not keep them. */
    public static final String PLACES = "places of records in flight";

    private InFlightStates() {}

    /**
     * A place as it is kept.
     *
     * @param source empty if the record has no place that lasts
     */
    public record Kept(String source, String split, long number) {
        private static final Kept NOWHERE = new Kept("", "", 0);

        /** @param place null if there is none */
        public static Kept of(@Nullable SourcePlace place) {
            return place == null
                    ? NOWHERE
                    : new Kept(
                            place.source(), place.place().split(), place.place().number());
        }

        /** The place, or null if there is none. */
        public @Nullable SourcePlace place() {
            return source.isEmpty() ? null : new SourcePlace(source, new RecordPlace(split, number));
        }
    }
}
