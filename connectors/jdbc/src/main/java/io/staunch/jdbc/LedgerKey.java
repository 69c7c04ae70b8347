package io.staunch.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The key of a row of a {@link Ledger}.
 *
 * @param job name of the job; {@link #ANY_JOB} for the row that names a table's writer
 */
record LedgerKey(String job, String resource) {
    static final String ANY_JOB = "*";

    /** Short, and always the same, for names in which both have no place. */
    UUID id() {
        return UUID.nameUUIDFromBytes((job.length() + ":" + job + resource).getBytes(StandardCharsets.UTF_8));
    }
}
