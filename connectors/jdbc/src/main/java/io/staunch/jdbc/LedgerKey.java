package io.staunch.jdbc;

/**
 * The key of a row of a {@link Ledger}.
 *
 * @param job name of the job; {@link #ANY_JOB} for the row that names a table's writer
 */
record LedgerKey(String job, String resource) {
    static final String ANY_JOB = "*";
}
