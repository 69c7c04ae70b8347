package io.staunch.protocol.refused;

import io.staunch.source.RecordPlace;
import java.util.Objects;

/**
 * What a sink gets from this place in the input is refused by the sink's outside.
 *
 * @param sink its name in the pipeline
 * @param source name of the source in the pipeline
 * @param place of the record that the source read
 * @param reason why it is refused, for people
 */
public record RefusedPlace(String sink, String source, RecordPlace place, String reason) {
    public RefusedPlace {
        Objects.requireNonNull(sink, "sink");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(reason, "reason");
    }
}
