package io.staunch.store;

import io.staunch.ledger.Owner;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A claim on a checkpoint store. Used by one thread at a time, but for {@link #readKept}; it must not be interrupted while it is in here.
 *
 * <p>Errors with {@code RETRY}: nothing that was completed is touched, but chunks that no completed checkpoint refers to may be
 * lost, whichever method failed; they are appended anew before a checkpoint refers to them. {@link #complete} refuses a checkpoint
 * that refers to a lost chunk, with {@code RESTART_FROM_CHECKPOINT}. After any other error the claim is closed and, if the remedy
 * says so, a new one is made.
 */
public interface StoreClaim extends AutoCloseable {
    /** This claim's number; at least 1. */
    long epoch();

    /** The lineage of the newest complete checkpoint, or a new random one if there is none. */
    UUID lineage();

    /** Every attempt that has claimed this store, this one included, as far back as the store remembers. */
    Set<UUID> attempts();

    /** All complete checkpoints at the time of the claim, oldest first. */
    List<StoredCheckpoint> completed();

    /** The first id that no attempt has used, 0 in a store that was never used; ids grow by 1 within the claim. */
    long firstId();

    /**
     * Called before an id is used for anything, thus before the first barrier of that checkpoint: from its return on, no later
     * claim hands out this id or a smaller one, even if the checkpoint never completes. Costs nothing but once in many failed
     * checkpoints.
     *
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the reservation could not be made durable; the id must not
     *     be used
     */
    void reserve(long id);

    /**
     * Whether no newer claim exists, by a fresh look. A process must look before it judges anything it read from the outside.
     */
    boolean newest();

    /**
     * Appends bytes that a checkpoint will refer to. Not durable before {@link #complete}. A chunk that no completed checkpoint
     * refers to is kept until two checkpoints were completed after it was appended.
     *
     * @param bytes from position to limit; the buffer is left as it was
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the write failed (a full disk)
     */
    Chunk append(ByteBuffer bytes);

    /**
     * Makes a checkpoint durable in one atomic step: append, sync, then a look that no newer claim exists.
     *
     * @param checkpoint with a {@linkplain #reserve reserved} id above all earlier ones, and this claim as its owner
     * @throws io.staunch.error.StaleOwnerException if a newer claim exists; the checkpoint does not count for this process, which
     *     stops (the newer claim either saw it whole or never will)
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the write failed; the checkpoint does not count and never
     *     will. With {@code RESTART_FROM_CHECKPOINT} if it can't be told whether the checkpoint counts: the next claim decides
     */
    void complete(StoredCheckpoint checkpoint);

    /**
     * Reads the bytes of a chunk and verifies their checksum.
     *
     * @throws io.staunch.error.StaunchException if they can't be read, are not as they were written, or were freed or lost
     */
    byte[] read(Chunk chunk);

    /**
     * The same for a chunk of a complete checkpoint that is kept. Any thread, also while another one uses the claim.
     *
     * @throws io.staunch.error.StaunchException if its bytes can't be read or are not as they were written
     */
    byte[] readKept(Chunk chunk);

    /**
     * Frees everything that only checkpoints outside the given ids need. The newest complete one is always kept. A checkpoint
     * outside the given ids may be listed by later claims as long as all its chunks are still there.
     *
     * @throws io.staunch.error.StaleOwnerException if a newer claim exists; nothing more is freed
     */
    void retain(Set<Long> checkpoints);

    /**
     * Keeps a file for people beside the checkpoints: durable when this returns, and from then on neither read nor freed. One of that name is replaced.
     *
     * @param name letters, digits, dots, hyphens, underscores and percent signs
     * @param content some bytes at a time, asked for as they are written; what it throws is passed on, and then nothing has changed
     * @return where it is
     * @throws io.staunch.error.StaleOwnerException if a newer claim exists; it is not known whether the file is there then
     * @throws io.staunch.error.StaunchException with {@code RETRY} if it could not be written
     */
    String setAside(String name, Iterable<byte[]> content);

    /**
     * Deletes what {@link #setAside} has kept under that name, by whichever claim, durably; nothing happens if there is nothing.
     *
     * @throws io.staunch.error.StaleOwnerException if a newer claim exists
     * @throws io.staunch.error.StaunchException with {@code RETRY} if it could not be deleted
     */
    void takeBack(String name);

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
