package io.staunch.process;

import java.io.Serializable;

/**
 * A second way out of a function, by name.
 *
 * @param name unique among the function's side outputs
 */
public record SideOutput<T>(String name) implements Serializable {
    public SideOutput {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a side output needs a name");
        }
    }

    /** A side output; its type is that of the variable it is kept in. */
    public static <T> SideOutput<T> named(String name) {
        return new SideOutput<>(name);
    }
}
