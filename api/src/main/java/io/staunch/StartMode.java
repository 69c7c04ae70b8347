package io.staunch;

/** What a start may do when checkpoint store and ledgers disagree. */
public enum StartMode {
    /** The store must have what the ledgers say is committed; anything else is refused with the ways out. */
    CONTINUE,
    /**
     * With consent, goes on from what the store has (nothing, if it is empty) under a new lineage, although the ledgers have more or
     * something else: output that was committed since is repeated, and the log says from where.
     */
    REWIND
}
