package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskFolder.DiskLock;
import io.staunch.error.StaunchException;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Claims an epoch: creates its file, then measures what is older, then writes down what it measured, then looks whether it was
 * overtaken. The order is the fence; each step says what it is for.
 */
final class ClaimProcedure {
    private static final int TRIES = 1000;

    private final DiskFolder folder;
    private final StoreErrors errors;
    private final String job;
    private final UUID attempt;
    private final Supplier<UUID> ids;
    private final long segmentBytes;

    ClaimProcedure(
            DiskFolder folder, StoreErrors errors, String job, UUID attempt, Supplier<UUID> ids, long segmentBytes) {
        this.folder = folder;
        this.errors = errors;
        this.job = job;
        this.attempt = attempt;
        this.ids = ids;
        this.segmentBytes = segmentBytes;
    }

    StoreClaim claim(DiskLock lock) throws IOException {
        List<SegmentName> before = StoreReader.segments(folder.list());
        refuseUnreadable(before);
        long lastEpoch = before.isEmpty() ? 0 : before.get(before.size() - 1).epoch();
        return create(lastEpoch + 1, lock);
    }

    /** A store that can't be read is refused before a claim changes it. */
    private void refuseUnreadable(List<SegmentName> segments) throws IOException {
        try {
            new StoreReader(folder, job, errors).read(segments);
        } catch (StaunchException e) {
            boolean inUse = !StoreReader.segments(folder.list()).equals(segments);
            if (!inUse) {
                throw e;
            }
            // What another process changes meanwhile can be judged only from behind a claim.
        }
    }

    private StoreClaim create(long firstEpoch, DiskLock lock) throws IOException {
        for (long epoch = firstEpoch; epoch < firstEpoch + TRIES; epoch++) {
            DiskFile file;
            try {
                file = folder.create(SegmentName.claim(epoch).toString());
            } catch (FileAlreadyExistsException claimedMeanwhile) {
                continue;
            }
            StoreClaim claim = null;
            try {
                claim = finish(epoch, file, lock);
            } finally {
                if (claim == null) {
                    file.close();
                }
            }
            if (claim != null) {
                return claim;
            }
        }
        throw errors.fail("epochs " + firstEpoch + " to " + (firstEpoch + TRIES) + " were all claimed meanwhile", null);
    }

    /** Returns null if somebody has claimed the epoch, gone on to further segments and freed the claim's file, before it was created anew. */
    private @Nullable StoreClaim finish(long epoch, DiskFile file, DiskLock lock) throws IOException {
        // From here on an older claim that looks sees this one, and whatever names are older are durable too.
        folder.sync();
        var fenced = new FencedFolder(folder, epoch, errors.atEpoch(epoch));
        List<SegmentName> segments = StoreReader.segments(folder.list());
        fenced.refuseNewer(segments);
        if (segments.stream().filter(name -> name.epoch() == epoch).count() > 1) {
            return null;
        }
        List<SegmentName> older =
                segments.stream().filter(name -> name.epoch() < epoch).toList();
        return write(fenced, file, measure(fenced, older), older, lock);
    }

    private StorePicture measure(FencedFolder fenced, List<SegmentName> older) throws IOException {
        try {
            Optional<StorePicture> picture = new StoreReader(folder, job, fenced.errors()).read(older);
            if (picture.isPresent() && !picture.get().settled()) {
                // Its writer may have died between append and sync, and a claim after it in a sync that failed.
                StorePicture found = picture.get();
                folder.sync(found.newest().toString(), found.durable(), found.end());
            }
            return picture.orElseGet(
                    () -> new StorePicture(SegmentName.claim(fenced.epoch()), 0, 0, new StoreContents(-1), List.of()));
        } catch (IOException | StaunchException e) {
            // A newer claim may have freed what this one misses.
            fenced.refuseNewer(StoreReader.segments(folder.list()));
            throw e;
        }
    }

    private StoreClaim write(
            FencedFolder fenced, DiskFile file, StorePicture picture, List<SegmentName> older, DiskLock lock)
            throws IOException {
        StoreContents contents = picture.contents();
        List<StoredCheckpoint> completed = picture.completed();
        UUID lineage = completed.isEmpty()
                ? ids.get()
                : completed.get(completed.size() - 1).owner().lineage();
        long firstId = contents.reservedUpTo() + 1;
        contents.reserved(firstId + FileStoreClaim.RESERVED_AHEAD - 1);
        contents.claimedBy(attempt);
        var log = new EpochLog(
                folder,
                fenced.errors(),
                contents,
                segmentBytes,
                SegmentName.claim(fenced.epoch()),
                name -> new SegmentHeader(
                        job,
                        contents.attempts(),
                        lineage,
                        name,
                        contents.reservedUpTo(),
                        contents.validFiles(),
                        contents.places()));
        log.begin(file);
        // Whoever claimed since the look above may have found no header here, and hand out the same ids.
        List<String> listed = folder.list();
        fenced.refuseNewer(StoreReader.segments(listed));
        var unneeded = new TreeSet<>(older);
        unneeded.removeIf(name -> contents.validLength(name) > 0);
        return new FileStoreClaim(
                fenced,
                log,
                contents,
                picture,
                new FileStoreClaim.Facts(fenced.epoch(), attempt, lineage, firstId),
                unneeded,
                new AsideFiles(fenced, listed),
                lock);
    }
}
