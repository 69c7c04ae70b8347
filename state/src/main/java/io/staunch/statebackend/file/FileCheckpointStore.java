package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskFolder.DiskLock;
import io.staunch.environment.Environment;
import io.staunch.store.CheckpointStore;
import io.staunch.store.StoreClaim;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The checkpoint store in a folder of the local file system. A process claims the next epoch by creating its first file exclusively and
 * syncing the folder; <em>then</em> it measures the older files, and writes what it measured into its header. What a process of an older
 * epoch appends afterwards lies beyond the measured lengths and is never read.
 *
 * <p>An epoch's log is one file after the other rather than a single one, so that space can be freed while the epoch lasts; only the first
 * file is the claim. See {@code docs/store.md}.
 */
public final class FileCheckpointStore implements CheckpointStore {
    static final String LOCK = "lock";

    /** A segment grows to about this size before the next one begins. */
    public static final long SEGMENT_BYTES = 64L << 20;

    private final Environment environment;
    private final Path path;
    private final long segmentBytes;

    public FileCheckpointStore(Environment environment, Path path) {
        this(environment, path, SEGMENT_BYTES);
    }

    /** @param segmentBytes size at which a segment is followed by the next one */
    public FileCheckpointStore(Environment environment, Path path, long segmentBytes) {
        this.environment = environment;
        this.path = path;
        this.segmentBytes = segmentBytes;
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public StoreClaim claim(String job, UUID attempt) {
        try {
            DiskFolder folder = environment.disk().open(path);
            Optional<String> foreign = new StoreReader(folder).foreignFile();
            if (foreign.isPresent()) {
                throw StoreErrors.foreign(folder.path(), foreign.get());
            }
            DiskLock lock = folder.tryLock(LOCK, "job '" + job + "'")
                    .orElseThrow(() -> StoreErrors.held(folder.path(), holder(folder)));
            try {
                return claim(job, attempt, folder, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw StoreErrors.unreadable(path.toString(), e);
        }
    }

    private StoreClaim claim(String job, UUID attempt, DiskFolder folder, DiskLock lock) throws IOException {
        var reader = new StoreReader(folder);
        check(job, folder, reader.newestHeader(new SegmentName(Long.MAX_VALUE, 0)));
        DiskFile file = null;
        SegmentName name = SegmentName.claim(1);
        while (file == null) {
            List<SegmentName> segments = reader.segments();
            name = SegmentName.claim(
                    segments.isEmpty() ? 1 : segments.get(segments.size() - 1).epoch() + 1);
            try {
                file = folder.create(name.toString());
            } catch (FileAlreadyExistsException e) {
                continue; // somebody else has claimed it: look again
            }
        }
        try {
            folder.sync();
            SegmentHeader newest = reader.newestHeader(name);
            check(job, folder, newest);
            StoreContents contents = newest == null ? new StoreContents() : reader.contents(newest);
            return FileStoreClaim.finish(
                    job, attempt, environment.newId(), folder, lock, contents, name, file, segmentBytes);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void check(String job, DiskFolder folder, @org.jspecify.annotations.Nullable SegmentHeader header) {
        if (header != null && !header.job().equals(job)) {
            throw StoreErrors.otherJob(folder.path(), header.job(), job);
        }
    }

    private static String holder(DiskFolder folder) {
        try {
            return folder.lockHolder(LOCK);
        } catch (IOException e) {
            return "its name can't be read: " + e.getMessage();
        }
    }
}
