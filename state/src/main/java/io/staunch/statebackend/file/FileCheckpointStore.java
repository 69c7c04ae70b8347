package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskFolder.DiskLock;
import io.staunch.environment.Environment;
import io.staunch.store.CheckpointStore;
import io.staunch.store.StoreClaim;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A checkpoint store in a folder of its own on a local disk. The format, the claim and the fence are described in
 * {@code docs/store.md}. Safe for use by any thread; the claims that it makes are not.
 */
public final class FileCheckpointStore implements CheckpointStore {
    /** At which a segment of the log is followed by the next, so that old ones can be freed. */
    public static final long DEFAULT_SEGMENT_BYTES = 64L << 20;

    /** The file whose lock keeps a second process on this machine out. */
    static final String LOCK = "staunch.lock";

    private final Disk disk;
    private final Path folder;
    private final Supplier<UUID> ids;
    private final long segmentBytes;

    public FileCheckpointStore(Environment environment, Path folder) {
        this(environment.disk(), folder, environment::newId, DEFAULT_SEGMENT_BYTES);
    }

    /**
     * @param ids where a new lineage comes from
     * @param segmentBytes at least 1; a frame that is larger has a segment of its own
     */
    public FileCheckpointStore(Disk disk, Path folder, Supplier<UUID> ids, long segmentBytes) {
        if (segmentBytes < 1) {
            throw new IllegalArgumentException("segmentBytes must be at least 1, was " + segmentBytes);
        }
        this.disk = disk;
        this.folder = folder;
        this.ids = ids;
        this.segmentBytes = segmentBytes;
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public StoreClaim claim(String job, UUID attempt) {
        var errors = new StoreErrors(location(), "job " + job);
        DiskFolder opened = open(errors);
        try {
            refuseForeign(opened, job, errors);
            DiskLock lock = lock(opened, job, attempt, errors);
            StoreClaim claim = null;
            try {
                claim = new ClaimProcedure(opened, errors, job, attempt, ids, segmentBytes).claim(lock);
                return claim;
            } finally {
                if (claim == null) {
                    lock.close();
                }
            }
        } catch (AccessDeniedException e) {
            throw errors.fail("a file can't be used; give the user that runs the job read and write permission", e);
        } catch (IOException e) {
            throw errors.retry("the store can't be claimed", e);
        }
    }

    private DiskFolder open(StoreErrors errors) {
        try {
            return disk.open(folder);
        } catch (IOException e) {
            throw errors.fail("the folder can't be used", e);
        }
    }

    /** Looks, without touching anything, whether this is an empty folder or a store of the job. */
    private static void refuseForeign(DiskFolder folder, String job, StoreErrors errors) throws IOException {
        List<String> files = folder.list();
        List<SegmentName> segments = StoreReader.segments(files);
        if (segments.isEmpty() && !files.isEmpty() && !files.contains(LOCK)) {
            throw errors.refused("the folder holds files that are not a checkpoint store's, among them "
                    + files.stream().sorted().limit(3).toList()
                    + ". Name an empty folder, or one that does not exist yet. Nothing was changed.");
        }
        new StoreReader(folder, job, errors).refuseForeign(segments);
    }

    private static DiskLock lock(DiskFolder folder, String job, UUID attempt, StoreErrors errors) throws IOException {
        Optional<DiskLock> lock = folder.tryLock(LOCK, "job " + job + ", attempt " + attempt);
        if (lock.isEmpty()) {
            String holder = folder.lockHolder(LOCK);
            throw errors.refused("it is in use by " + (holder.isEmpty() ? "another process" : holder)
                    + ". Stop that one first, or give this job a folder of its own. Nothing was changed.");
        }
        return lock.get();
    }
}
