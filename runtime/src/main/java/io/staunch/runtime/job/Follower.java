package io.staunch.runtime.job;

import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.prepared.PreparedToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sink that commits after checkpoints, and after the lead, as the coordinator sees it. */
interface Follower {
    String name();

    boolean hasLedger();

    /** What it has committed for certain. */
    long committed();

    int checkpointsBehind();

    /** Bytes of durable checkpoints that the job keeps for it. */
    long waitingBytes();

    /** Bytes that the job keeps for it and that no durable checkpoint has. */
    long openBytes();

    /** Brings into the store what is not there. */
    void store();

    /** Its barrier of the checkpoint being taken has come. */
    void prepared();

    /** Whether what comes from now on belongs to the checkpoint after the one being taken, so that it may wait. */
    boolean metBarrier();

    void failed(long checkpoint);

    /** Whether it is known to have records that the next start would give it again, as long as no further checkpoint says so. */
    default boolean unconfirmed() {
        return false;
    }

    /** Whether it writes records into an open transaction as they come, which only a checkpoint ends. */
    boolean writesInTransaction();

    /** Lets records come or wait. */
    void hold(boolean now);

    /** What the manifest of the checkpoint being taken says of its write-ahead copy; null if it keeps none. */
    @Nullable
    CopyEntry copy();

    /** What the manifest of the checkpoint being taken says of its prepared transactions. */
    List<PreparedToken> tokens();

    void durable(long checkpoint);

    /** The lead has it, or there is no lead. */
    void allowed(long checkpoint);

    /** Its commit was done. */
    void committed(long checkpoint);

    /** The turn of a checkpoint was passed over, since there is nothing new. */
    default void idle() {}

    /** What is wrong outside, for the status; empty if nothing is known to be. */
    String trouble();

    /** For the status: what it is at; empty if at nothing. */
    String writing();

    /** A call that waits for the outside ends with an error. */
    void closeConnection();
}
