package io.staunch.graph;

import java.util.Objects;

/**
 * A record on its way to a join.
 *
 * @param left whether it is of the left stream
 */
public record Sided(boolean left, Object value) {
    public Sided {
        Objects.requireNonNull(value, "value");
    }
}
