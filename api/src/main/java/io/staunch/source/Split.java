package io.staunch.source;

import java.util.Objects;

/**
 * A part of a source that is read in order, and where to go on reading it.
 *
 * @param id stable identity within the source, for example {@code flights-3}
 * @param position where the next record is, as the source writes it; readable by people, for example {@code offset=42}
 */
public record Split(String id, String position) {
    public Split {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(position, "position");
    }
}
