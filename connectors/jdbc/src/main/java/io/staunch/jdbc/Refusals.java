package io.staunch.jdbc;

import java.sql.SQLException;
import java.util.Map;

/** Why a database does not take a record, in words of our own: those of drivers quote values. */
final class Refusals {
    private static final String TRIGGER = "a trigger refuses it";

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("22001", "a text is longer than its column"),
            Map.entry("22003", "a number is out of the range of its column"),
            Map.entry("22007", "a date or time is of no form that its column takes"),
            Map.entry("22008", "a date or time is out of the range of its column"),
            Map.entry("22018", "a value can't be converted to the type of its column"),
            Map.entry("22021", "a text has a character that the database can't store, such as the zero character"),
            Map.entry(
                    "22P02",
                    "a text is none that the type of its column reads, such as a name that an enumeration does not have"),
            Map.entry("22P05", "a text has a character that the database's encoding does not have"),
            Map.entry("23502", "a value is missing in a column that must have one"),
            Map.entry("23503", "it refers to a row of another table that is not there"),
            Map.entry("23505", "there is a row with the same unique values"),
            Map.entry("23506", "it refers to a row of another table that is not there"),
            Map.entry("23513", "a check constraint is not met"),
            Map.entry("23514", "a check constraint is not met"),
            Map.entry("23P01", "an exclusion constraint is not met"),
            Map.entry("44000", "the view that is written to does not take it (WITH CHECK OPTION)"),
            Map.entry("54000", "a value is larger than the database takes, such as one in an index"),
            Map.entry("90044", TRIGGER),
            Map.entry("P0001", TRIGGER));

    /** An upsert of MariaDB asks in this way ({@link Dialect#upsert}). */
    private static final String NO_VALUE =
            "a value is missing in a column that must have one, or, in an upsert, its key is to the collation or in its beginning the key of another row";

    private Refusals() {}

    /** With the constraint or column, if the driver says it apart from its text. */
    static String reason(SQLException error) {
        String state = SqlFaults.state(error);
        String words = SqlFaults.said(error).getErrorCode() == MariaErrors.NO_VALUE
                ? NO_VALUE
                : WORDS.getOrDefault(state, ofClass(state));
        return words + " (" + state + PostgresWords.where(error) + ")";
    }

    private static String ofClass(String state) {
        if (state.startsWith("45")) {
            return TRIGGER;
        }
        return state.startsWith("23") ? "a constraint is not met" : "a value does not fit its column";
    }
}
