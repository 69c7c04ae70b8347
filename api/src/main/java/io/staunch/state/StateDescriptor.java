package io.staunch.state;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;

/**
 * A state by name, shape and types, as the planner learns it and checkpoints record it.
 *
 * @param name unique within its operator
 * @param types the value's or element's; for a map the key's and the value's
 */
public record StateDescriptor(String name, StateKind kind, List<Type> types) {
    public StateDescriptor {
        Objects.requireNonNull(kind, "kind");
        types = List.copyOf(types);
        if (name.isBlank()) {
            throw new IllegalArgumentException("a state needs a name");
        }
        int expected = kind == StateKind.MAP ? 2 : 1;
        if (types.size() != expected) {
            throw new IllegalArgumentException(
                    "state '" + name + "' of kind " + kind + " needs " + expected + " types, got " + types);
        }
    }
}
