package io.staunch.protocol.codec;

import java.util.Map;
import java.util.Set;

/** The conversions between primitives in which every value stays exactly what it is. */
final class Widening {
    /** What each may become; int and long to a floating type that can't hold them all are not among it. */
    private static final Map<String, Set<String>> EXACT = Map.of(
            "byte", Set.of("short", "int", "long", "float", "double"),
            "short", Set.of("int", "long", "float", "double"),
            "char", Set.of("int", "long"),
            "int", Set.of("long", "double"),
            "float", Set.of("double"));

    private Widening() {}

    static boolean exists(String was, String is) {
        return EXACT.getOrDefault(was, Set.of()).contains(is);
    }

    /** The value as one of the wider type. */
    static Object widened(Object value, String to) {
        Number number = value instanceof Character c ? (int) c : (Number) value;
        return switch (to) {
            case "short" -> number.shortValue();
            case "int" -> number.intValue();
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            case "double" -> number.doubleValue();
            default -> throw new IllegalArgumentException("nothing is widened to " + to);
        };
    }
}
