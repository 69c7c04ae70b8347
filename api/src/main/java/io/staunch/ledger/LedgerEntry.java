package io.staunch.ledger;

import java.util.Objects;

/**
 * What the outside says is committed: written in the same transaction as the output of the checkpoint.
 *
 * @param job name of the job
 * @param resource stable identity of the outside resource, for example {@code kafka:<cluster id>}
 * @param committed id of the newest checkpoint whose output is committed; 0 is the job's first, empty one
 * @param owner the attempt that made the checkpoint {@code committed} durable
 */
public record LedgerEntry(String job, String resource, long committed, Owner owner) {
    public LedgerEntry {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(resource, "resource");
        Objects.requireNonNull(owner, "owner");
        if (committed < 0) {
            throw new IllegalArgumentException("committed must not be negative, was " + committed);
        }
    }

    @Override
    public String toString() {
        return "job '" + job + "' at " + resource + ": committed up to checkpoint " + committed + " by " + owner;
    }
}
