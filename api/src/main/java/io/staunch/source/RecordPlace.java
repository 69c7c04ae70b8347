package io.staunch.source;

import java.util.Objects;

/**
 * Where a record is in its source; the same over restarts, whichever task reads it.
 *
 * @param split id of its split
 * @param number of the record within the split: grows in the order of reading, with gaps or without
 */
public record RecordPlace(String split, long number) {
    public RecordPlace {
        Objects.requireNonNull(split, "split");
    }
}
