package io.staunch.store;

import io.staunch.ledger.Owner;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A claim on a checkpoint store. Used by one thread at a time. */
public interface StoreClaim extends AutoCloseable {
    /** This claim's number; at least 1. */
    long epoch();

    /** The lineage of the newest complete checkpoint, or a new random one if there is none. */
    UUID lineage();

    /** All complete checkpoints at the time of the claim, oldest first. */
    List<StoredCheckpoint> completed();

    /** The first id that no attempt has used; ids grow by 1 within the claim. */
    long firstId();

    /**
     * Whether no newer claim exists, by a fresh look. A process must look before it judges anything it read from the outside.
     */
    boolean newest();

    /**
     * Appends bytes that a checkpoint will refer to. Not durable before {@link #complete}.
     *
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the write failed (a full disk); the store is as before
     */
    Chunk append(ByteBuffer bytes);

    /**
     * Makes a checkpoint durable in one atomic step: append, sync, then a look that no newer claim exists.
     *
     * @throws io.staunch.error.StaleOwnerException if a newer claim exists; the checkpoint does not count
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the write failed; the checkpoint does not count
     */
    void complete(StoredCheckpoint checkpoint);

    /** Reads the bytes of a chunk and verifies their checksum. */
    byte[] read(Chunk chunk);

    /** Frees everything that only checkpoints outside the given ids need. The newest complete one is always kept. */
    void retain(Set<Long> checkpoints);

    /** Lets go of the store; what was not completed is forgotten. */
    @Override
    void close();

    /**
     * A place in the store.
     *
     * @param file name within the store
     * @param offset of the first byte
     * @param length in bytes
     * @param checksum CRC-32C of the bytes
     */
    record Chunk(String file, long offset, int length, int checksum) {}

    /**
     * A complete checkpoint as the store knows it.
     *
     * @param id its number
     * @param owner who made it durable
     * @param manifest opaque to the store
     * @param chunks everything that the manifest refers to, and that is kept as long as the checkpoint is
     */
    record StoredCheckpoint(long id, Owner owner, byte[] manifest, List<Chunk> chunks) {
        public StoredCheckpoint {
            chunks = List.copyOf(chunks);
        }
    }
}
