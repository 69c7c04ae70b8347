package io.staunch.statebackend.file;

import io.staunch.environment.DiskFolder.DiskLock;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.statebackend.file.SegmentHeader.Place;
import io.staunch.store.StoreClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The protocol of one claim: append, sync, look. Owned by one thread at a time, but for {@link #readKept}. */
final class FileStoreClaim implements StoreClaim {
    /** How many ids a claim, and each completed checkpoint, reserves ahead. */
    static final int RESERVED_AHEAD = 100;

    /** A chunk that no checkpoint refers to is kept while fewer than this many were completed after it. */
    private static final int COMPLETIONS_KEPT = 2;

    private final FencedFolder folder;
    private final EpochLog log;
    private final StoreContents contents;
    private final List<StoredCheckpoint> completed;
    private final Facts facts;
    private final Set<SegmentName> garbage;
    private final AsideFiles aside;
    private final DiskLock lock;
    private final StoreErrors errors;
    /** How many checkpoints were complete when a chunk was last appended to a segment. */
    private final Map<SegmentName, Long> lastAppend = new HashMap<>();

    private long completions;
    private volatile @Nullable String ended;

    /** What does not change during a claim. */
    record Facts(long epoch, UUID attempt, UUID lineage, long firstId) {}

    FileStoreClaim(
            FencedFolder folder,
            EpochLog log,
            StoreContents contents,
            StorePicture picture,
            Facts facts,
            Set<SegmentName> garbage,
            AsideFiles aside,
            DiskLock lock) {
        this.folder = folder;
        this.log = log;
        this.contents = contents;
        this.completed = picture.completed();
        this.facts = facts;
        this.garbage = garbage;
        this.aside = aside;
        this.lock = lock;
        this.errors = folder.errors();
    }

    @Override
    public long epoch() {
        return facts.epoch();
    }

    @Override
    public UUID lineage() {
        return facts.lineage();
    }

    @Override
    public Set<UUID> attempts() {
        return Set.copyOf(contents.attempts());
    }

    @Override
    public List<StoredCheckpoint> completed() {
        return completed;
    }

    @Override
    public long firstId() {
        return facts.firstId();
    }

    @Override
    public void reserve(long id) {
        requireUsable();
        if (id > contents.reservedUpTo()) {
            long upTo = id + RESERVED_AHEAD - 1;
            log.commit(FrameType.RESERVE, new Reservation(upTo).encode());
            contents.reserved(upTo);
        }
    }

    @Override
    public boolean newest() {
        requireUsable();
        try {
            return folder.newest();
        } catch (IOException e) {
            throw errors.retry("the folder can't be listed, to see whether there is a newer claim", e);
        }
    }

    @Override
    public Chunk append(ByteBuffer bytes) {
        requireUsable();
        FrameHead head = log.append(FrameType.CHUNK, bytes);
        lastAppend.put(log.newest(), completions);
        return new Chunk(log.newest().toString(), head.bodyOffset(), head.length(), head.checksum());
    }

    @Override
    public void complete(StoredCheckpoint checkpoint) {
        requireUsable();
        check(checkpoint);
        try {
            checkChunks(checkpoint);
            long reserved = checkpoint.id() + RESERVED_AHEAD;
            FrameHead head = log.commit(FrameType.MANIFEST, new Manifest(checkpoint, reserved).encode());
            SegmentName segment = log.newest();
            look(segment, checkpoint);
            contents.reserved(reserved);
            contents.complete(new Place(checkpoint.id(), segment, head.offset()), Manifest.segments(checkpoint));
            completions++;
        } catch (StaunchException e) {
            if (e.remedy() != Remedy.RETRY) {
                ended = e.getMessage();
            }
            throw e;
        }
    }

    private void look(SegmentName segment, StoredCheckpoint checkpoint) {
        try {
            folder.look(segment);
        } catch (IOException e) {
            throw errors.restart(
                    "checkpoint " + checkpoint.id()
                            + " is durable, but the folder can't be listed to see whether there is a"
                            + " newer claim; the next claim decides",
                    e);
        }
    }

    private void check(StoredCheckpoint checkpoint) {
        Owner owner = checkpoint.owner();
        long id = checkpoint.id();
        if (owner.epoch() != facts.epoch() || !owner.attempt().equals(facts.attempt())) {
            throw new IllegalArgumentException("checkpoint " + id + " is of " + owner + ", this claim of attempt "
                    + facts.attempt() + " (epoch " + facts.epoch() + ")");
        }
        if (id < facts.firstId() || id <= contents.newestId()) {
            throw new IllegalArgumentException("checkpoint " + id + " must be at least " + facts.firstId()
                    + " and above the newest complete one, " + contents.newestId());
        }
        if (id > contents.reservedUpTo()) {
            throw new IllegalStateException("checkpoint " + id
                    + " was not reserved before it began; reserved are ids up to " + contents.reservedUpTo());
        }
    }

    private void checkChunks(StoredCheckpoint checkpoint) {
        for (Chunk chunk : checkpoint.chunks()) {
            if (readable(chunk).isEmpty()) {
                throw errors.restart(
                        "checkpoint " + checkpoint.id() + " refers to " + chunk
                                + ", which a failed write has lost or a clean-up has freed",
                        null);
            }
        }
    }

    /** The segment of a chunk, if the chunk lies within what may be read of it. */
    private Optional<SegmentName> readable(Chunk chunk) {
        return SegmentName.parse(chunk.file())
                .filter(name -> chunk.offset() >= 0
                        && chunk.length() >= 0
                        && chunk.offset() + chunk.length() <= log.readable(name));
    }

    @Override
    public byte[] read(Chunk chunk) {
        requireUsable();
        SegmentName segment = readable(chunk)
                .orElseThrow(() -> errors.restart(chunk + " was lost by a failed write or freed by a clean-up", null));
        return read(chunk, segment, this::requireIntact);
    }

    /** What belongs to a complete checkpoint does not change: nothing that the claim's thread changes is looked at. */
    @Override
    public byte[] readKept(Chunk chunk) {
        requireUsable();
        SegmentName segment = SegmentName.parse(chunk.file())
                .orElseThrow(() -> errors.restart(chunk + " is in no file of this store", null));
        return read(chunk, segment, this::requireNewest);
    }

    /** @param look whether something else explains what can't be read */
    private byte[] read(Chunk chunk, SegmentName segment, Runnable look) {
        byte[] bytes;
        try {
            bytes = folder.read(segment, chunk.offset(), chunk.length());
        } catch (NoSuchFileException e) {
            look.run();
            throw errors.damaged(segment, "is missing");
        } catch (IOException e) {
            throw errors.retry(chunk + " can't be read", e);
        }
        int checksum = FrameHead.checksum(ByteBuffer.wrap(bytes));
        if (bytes.length != chunk.length() || checksum != chunk.checksum()) {
            look.run();
            throw errors.damaged(
                    segment,
                    chunk.offset(),
                    "a chunk of " + chunk.length() + " bytes with checksum " + chunk.checksum(),
                    bytes.length + " bytes with checksum " + checksum);
        }
        return bytes;
    }

    /** A newer claim may have freed what this one misses, or somebody the whole folder. */
    private void requireIntact() {
        try {
            folder.look(log.newest());
        } catch (IOException e) {
            throw errors.retry("the folder can't be listed, to see whether there is a newer claim", e);
        }
    }

    /** A newer claim may have freed what this one misses. */
    private void requireNewest() {
        try {
            folder.requireNewest();
        } catch (IOException e) {
            throw errors.retry("the folder can't be listed, to see whether there is a newer claim", e);
        }
    }

    @Override
    public void retain(Set<Long> checkpoints) {
        requireUsable();
        contents.keepOnly(checkpoints);
        List<SegmentName> free = contents.unreachable(inUse());
        try {
            if (!free.isEmpty()) {
                log.commit(FrameType.RELEASE, new Release(contents.keptIds(), free).encode());
                folder.look(log.newest());
                contents.freed(free);
                garbage.addAll(free);
            }
            garbage.addAll(log.takeLeftOver());
            for (SegmentName segment : new TreeSet<>(garbage)) {
                folder.look(log.newest());
                folder.delete(segment);
                garbage.remove(segment);
            }
        } catch (IOException e) {
            throw errors.retry("files that no checkpoint needs can't be freed", e);
        }
    }

    /** Segments with chunks that a checkpoint which is yet to be completed may refer to. */
    private Set<SegmentName> inUse() {
        lastAppend.values().removeIf(then -> completions - then >= COMPLETIONS_KEPT);
        return new HashSet<>(lastAppend.keySet());
    }

    @Override
    public String setAside(String name, Iterable<byte[]> content) {
        requireUsable();
        try {
            return aside.put(name, content);
        } catch (IOException e) {
            throw errors.retry("file " + AsideFiles.PREFIX + name + " can't be written", e);
        }
    }

    @Override
    public void takeBack(String name) {
        requireUsable();
        try {
            aside.delete(name);
        } catch (IOException e) {
            throw errors.retry("file " + AsideFiles.PREFIX + name + " can't be deleted", e);
        }
    }

    private void requireUsable() {
        if (ended != null) {
            throw new IllegalStateException("the claim of epoch " + facts.epoch() + " has ended: " + ended);
        }
    }

    @Override
    public void close() {
        ended = ended == null ? "it was closed" : ended;
        log.close();
        lock.close();
    }
}
