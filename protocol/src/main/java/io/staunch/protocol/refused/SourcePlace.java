package io.staunch.protocol.refused;

import io.staunch.source.RecordPlace;
import java.util.Objects;

/**
 * A record's place in the input of a job, the same in each execution.
 *
 * @param source name of the source in the pipeline
 * @param place within it
 */
public record SourcePlace(String source, RecordPlace place) {
    public SourcePlace {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(place, "place");
    }

    @Override
    public String toString() {
        return "split " + place.split() + ", number " + place.number() + " of source '" + source + "'";
    }
}
