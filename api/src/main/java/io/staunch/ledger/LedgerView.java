package io.staunch.ledger;

import org.jspecify.annotations.Nullable;

/**
 * What one look at a resource's ledger showed.
 *
 * @param identity identity of the ledger itself (for Kafka the id of its topic): a different one is a different ledger
 * @param owner the attempt that recorded itself last, or null if none ever did
 * @param entry the newest committed entry, or null if none was ever made
 */
public record LedgerView(
        String identity, @Nullable Owner owner, @Nullable LedgerEntry entry) {}
