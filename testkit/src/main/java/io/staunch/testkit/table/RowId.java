package io.staunch.testkit.table;

/** A place for a row, whether or not there is one. */
record RowId(Table table, Object key) {
    @Override
    public String toString() {
        return "row " + key + " of " + table.name();
    }
}
