package io.staunch.testkit.table;

/** What a table has. */
public enum TableKind {
    /** One row for each key. */
    KEYED,
    /** Rows without a key, which are added and never changed. */
    APPEND_ONLY
}
