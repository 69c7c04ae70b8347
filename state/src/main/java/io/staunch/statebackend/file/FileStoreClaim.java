package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskFolder.DiskLock;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.store.StoreClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** One claim: everything that it writes goes to its own epoch's files, and counts only as long as no newer claim exists. */
final class FileStoreClaim implements StoreClaim {
    /** So many ids are reserved at once: reserving is part of what is written anyway. */
    private static final long BLOCK = 100;

    private final String job;
    private final UUID attempt;
    private final UUID lineage;
    private final DiskFolder folder;
    private final DiskLock lock;
    private final StoreReader reader;
    private final StoreContents contents;
    private final List<StoredCheckpoint> atClaim;
    private final EpochLog log;
    private final long firstId;
    private long reservedUpTo;

    private FileStoreClaim(
            String job,
            UUID attempt,
            UUID newLineage,
            DiskFolder folder,
            DiskLock lock,
            StoreContents contents,
            EpochLogMaker maker) {
        this.job = job;
        this.attempt = attempt;
        this.folder = folder;
        this.lock = lock;
        this.reader = new StoreReader(folder);
        this.contents = contents;
        this.atClaim = contents.checkpoints();
        this.lineage = atClaim.isEmpty()
                ? newLineage
                : atClaim.get(atClaim.size() - 1).owner().lineage();
        this.firstId = contents.reservedUpTo() + 1;
        this.reservedUpTo = firstId + BLOCK - 1;
        this.log = maker.make(this);
    }

    /** Makes the log of a claim that is being constructed. */
    private interface EpochLogMaker {
        EpochLog make(FileStoreClaim claim);
    }

    /** Finishes a claim whose first file was created: everything that was measured goes into its header. */
    static FileStoreClaim finish(
            String job,
            UUID attempt,
            UUID newLineage,
            DiskFolder folder,
            DiskLock lock,
            StoreContents contents,
            SegmentName name,
            DiskFile file,
            long segmentBytes)
            throws IOException {
        var claim = new FileStoreClaim(
                job,
                attempt,
                newLineage,
                folder,
                lock,
                contents,
                made -> new EpochLog(folder, segmentBytes, name, file, made::header));
        claim.log.writeHeader();
        claim.requireNewest();
        return claim;
    }

    @Override
    public long epoch() {
        return log.name().epoch();
    }

    @Override
    public UUID lineage() {
        return lineage;
    }

    @Override
    public List<StoredCheckpoint> completed() {
        return atClaim;
    }

    @Override
    public Set<UUID> attempts() {
        Set<UUID> all = new HashSet<>(contents.attempts());
        all.add(attempt);
        return all;
    }

    @Override
    public long firstId() {
        return firstId;
    }

    @Override
    public boolean newest() {
        try {
            return newestEpoch() == epoch();
        } catch (IOException e) {
            throw StoreErrors.retry("looking for newer claims", folder.path(), e);
        }
    }

    @Override
    public void reserve(long id) {
        if (id <= reservedUpTo) {
            return;
        }
        long upTo = id + BLOCK - 1;
        try {
            log.rollIfNeeded();
            log.append(FrameType.RESERVE, new Reservation(upTo).encode());
            log.sync();
        } catch (IOException e) {
            throw StoreErrors.retry("reserving checkpoint ids", folder.path(), e);
        }
        reservedUpTo = upTo;
    }

    @Override
    public Chunk append(ByteBuffer bytes) {
        try {
            log.rollIfNeeded();
            int checksum = FrameHead.checksum(bytes);
            long head = log.append(FrameType.CHUNK, bytes);
            return new Chunk(log.name().toString(), head + FrameHead.SIZE, bytes.remaining(), checksum);
        } catch (IOException e) {
            throw StoreErrors.retry("writing state", folder.path(), e);
        }
    }

    @Override
    public void complete(StoredCheckpoint checkpoint) {
        if (checkpoint.id() > reservedUpTo || !checkpoint.owner().attempt().equals(attempt)) {
            throw new IllegalArgumentException("checkpoint " + checkpoint.id() + " of " + checkpoint.owner()
                    + " is not this claim's to complete: ids up to " + reservedUpTo + " of attempt " + attempt);
        }
        requireChunks(checkpoint);
        long upTo = checkpoint.id() + BLOCK;
        long offset;
        try {
            log.rollIfNeeded();
            requireChunks(checkpoint);
            offset = log.append(FrameType.MANIFEST, new Manifest(checkpoint, upTo).encode());
            log.sync();
        } catch (IOException e) {
            throw StoreErrors.retry("completing checkpoint " + checkpoint.id(), folder.path(), e);
        }
        reservedUpTo = Math.max(reservedUpTo, upTo);
        contents.add(checkpoint, log.name(), offset);
        requireNewestAfterSync(checkpoint.id());
        mark();
    }

    @Override
    public byte[] read(Chunk chunk) {
        try {
            byte[] bytes = folder.read(chunk.file(), chunk.offset(), chunk.length());
            if (bytes.length != chunk.length() || FrameHead.checksum(ByteBuffer.wrap(bytes)) != chunk.checksum()) {
                throw StoreErrors.damaged(
                        folder.path(),
                        chunk.file(),
                        chunk.offset(),
                        chunk.length() + " bytes of state",
                        "other bytes than were written");
            }
            return bytes;
        } catch (IOException e) {
            throw StoreErrors.damaged(
                    folder.path(), chunk.file(), chunk.offset(), chunk.length() + " bytes of state", String.valueOf(e));
        }
    }

    @Override
    public void retain(Set<Long> checkpoints) {
        Set<Long> kept = new HashSet<>(checkpoints);
        List<StoredCheckpoint> all = contents.checkpoints();
        if (!all.isEmpty()) {
            kept.add(all.get(all.size() - 1).id());
        }
        List<SegmentName> free = contents.unreachable(kept, log.name());
        if (free.isEmpty()) {
            return;
        }
        try {
            log.rollIfNeeded();
            List<Long> ids = all.stream()
                    .map(StoredCheckpoint::id)
                    .filter(kept::contains)
                    .toList();
            log.append(FrameType.RELEASE, new Release(ids, free).encode());
            log.sync();
            contents.released(kept, free);
            requireNewest();
            for (SegmentName segment : free) {
                folder.delete(segment.toString());
            }
        } catch (IOException e) {
            throw StoreErrors.retry("freeing old checkpoints", folder.path(), e);
        }
    }

    @Override
    public void close() {
        log.close();
        lock.close();
    }

    private SegmentHeader header(SegmentName name) {
        if (name.segment() > 0) {
            contents.file(log.name(), log.durable());
        }
        return new SegmentHeader(
                job, attempt, lineage, name, reservedUpTo, contents.attempts(), contents.files(), contents.places());
    }

    /** Chunks that lie behind what is durable of a segment that was given up are lost. */
    private void requireChunks(StoredCheckpoint checkpoint) {
        for (Chunk chunk : checkpoint.chunks()) {
            SegmentName segment = SegmentName.parse(chunk.file()).orElseThrow();
            boolean lost = !segment.equals(log.name()) && chunk.offset() + chunk.length() > contents.length(segment);
            if (lost) {
                throw new StaunchException(
                        "checkpoint " + checkpoint.id() + " refers to state in " + chunk.file()
                                + " that was lost when the file was given up;"
                                + " it is captured anew for the next checkpoint",
                        Remedy.RETRY);
            }
        }
    }

    private void requireNewestAfterSync(long id) {
        try {
            requireNewest();
        } catch (IOException e) {
            throw new StaunchException(
                    "checkpoint store " + folder.path() + ": checkpoint " + id
                            + " is written, but it can't be seen whether a newer claim" + " exists: " + e.getMessage()
                            + ". The next claim decides",
                    Remedy.RESTART_FROM_CHECKPOINT,
                    e);
        }
    }

    private void requireNewest() throws IOException {
        long newest = newestEpoch();
        if (newest != epoch()) {
            throw StoreErrors.stale(folder.path(), epoch(), newest);
        }
    }

    private long newestEpoch() throws IOException {
        List<SegmentName> segments = new ArrayList<>(reader.segments());
        return segments.isEmpty() ? 0 : segments.get(segments.size() - 1).epoch();
    }

    /** Says in the file itself that what lies before is durable, so that damage to it is not taken for a torn tail. */
    private void mark() {
        try {
            log.append(FrameType.MARK, ByteBuffer.allocate(0));
        } catch (IOException e) {
            // The checkpoint is durable without its mark; the next write reports a disk that stays full.
            return;
        }
    }
}
