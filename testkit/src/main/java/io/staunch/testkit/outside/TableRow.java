package io.staunch.testkit.outside;

/** A record on its way to a table; in one without keys also what a row holds. */
record TableRow(Object key, Object value) {}
