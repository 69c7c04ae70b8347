package io.staunch.jdbc;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;

/**
 * A column as the database has it.
 *
 * @param name exactly
 * @param type of {@link Types}
 * @param typeName as the database calls it
 * @param size characters or digits at most
 * @param scale digits behind the point
 * @param nullable whether it may be without a value
 * @param filled whether it gets a value if none is given: a default, an identity
 * @param computed whether no value can be given
 */
record ColumnShape(
        String name,
        int type,
        String typeName,
        int size,
        int scale,
        boolean nullable,
        boolean filled,
        boolean computed) {
    private static final Set<String> TEXTS = Set.of(
            "text",
            "varchar",
            "bpchar",
            "char",
            "character",
            "character varying",
            "name",
            "citext",
            "tinytext",
            "mediumtext",
            "longtext");

    /** Whether it takes any text, up to its size. */
    boolean text() {
        return TEXTS.contains(lowerTypeName()) || lowerTypeName().startsWith("character");
    }

    /** For messages. */
    String words() {
        return typeName
                + (text() && size > 0 && size < Integer.MAX_VALUE ? "(" + size + ")" : "")
                + (nullable ? "" : " not null");
    }

    /** Whether it is one of MariaDB's numbers without a sign. */
    boolean unsigned() {
        return lowerTypeName().contains(" unsigned");
    }

    String lowerTypeName() {
        return typeName.toLowerCase(Locale.ROOT);
    }

    boolean withTimeZone() {
        return type == Types.TIMESTAMP_WITH_TIMEZONE || lowerTypeName().equals("timestamptz");
    }
}
