package io.staunch.ledger;

import java.util.Objects;
import java.util.UUID;

/**
 * One attempt that owns (or once owned) a job: the process and its claim on the checkpoint store.
 *
 * @param attempt identity of the process's attempt; kept over restarts inside one process
 * @param epoch number of the claim in the checkpoint store; grows with each claim, at least 1
 * @param lineage identity of the history that the checkpoints belong to
 */
public record Owner(UUID attempt, long epoch, UUID lineage) {
    public Owner {
        Objects.requireNonNull(attempt, "attempt");
        Objects.requireNonNull(lineage, "lineage");
        if (epoch < 1) {
            throw new IllegalArgumentException("epoch must be at least 1, was " + epoch);
        }
    }

    @Override
    public String toString() {
        return "attempt " + attempt + " (epoch " + epoch + ", lineage " + lineage + ")";
    }
}
