package io.staunch.protocol.codec;

import java.util.Map;

/** Says what to use instead of a class that has no codec. */
final class Unsupported {
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("java.util.Date", "use Instant"),
            Map.entry("java.sql.Timestamp", "use Instant"),
            Map.entry("java.sql.Date", "use LocalDate"),
            Map.entry("java.time.ZonedDateTime", "use Instant, and a String for the zone"),
            Map.entry("java.time.OffsetDateTime", "use Instant, and a String for the offset"),
            Map.entry("java.util.Currency", "use String (its code)"),
            Map.entry("java.net.URI", "use String"),
            Map.entry("java.util.ArrayList", "use List"),
            Map.entry("java.util.Collection", "use List"),
            Map.entry("java.util.HashSet", "use Set"),
            Map.entry("java.util.HashMap", "use Map"),
            Map.entry("java.util.TreeMap", "use Map"));

    private Unsupported() {}

    static String problem(Class<?> type, String path) {
        if (type == ResolvedType.Unknown.class) {
            return path + ": its type is a type variable that nothing binds; use a type that says what it is";
        }
        return path + ": " + type.getName() + " is not supported; " + instead(type);
    }

    /** Of a type that is {@link ResolvedType#endless}. */
    static String endless(Class<?> type) {
        return type.getName()
                + " contains itself with type arguments that grow, so that there is no end of types: let it"
                + " contain itself with the arguments that it has";
    }

    private static String instead(Class<?> type) {
        String known = INSTEAD.get(type.getName());
        if (known != null) {
            return known;
        }
        if (type == Object.class) {
            return "use a type that says what it is, for example a sealed interface of records";
        }
        if (type.isInterface()) {
            return "make it a sealed interface of records, or use one of its records";
        }
        return "use a record with the same fields (changed by making a new one), or a type of the library";
    }
}
