package io.staunch.protocol.codec;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a component gets that was not written: zero or false if it is primitive, an empty container, else null. Made anew each time, since
 * containers may be changed in place.
 */
record AddedValue(String words, Supplier<@Nullable Object> maker) {
    static AddedValue of(Class<?> type) {
        if (type.isPrimitive()) {
            Object zero = Array.get(Array.newInstance(type, 1), 0);
            String words = type == boolean.class ? "false" : type == char.class ? "the char 0" : "0";
            return new AddedValue(words, () -> zero);
        }
        if (type.isArray()) {
            return new AddedValue("empty", () -> Array.newInstance(type.getComponentType(), 0));
        }
        return switch (type.getName()) {
            case "java.util.Optional" -> new AddedValue("empty", Optional::empty);
            case "java.util.List" -> new AddedValue("empty", ArrayList::new);
            case "java.util.Set" -> new AddedValue("empty", LinkedHashSet::new);
            case "java.util.Map" -> new AddedValue("empty", LinkedHashMap::new);
            default -> new AddedValue("null", () -> null);
        };
    }
}
