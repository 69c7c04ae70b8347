package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskFolder.DiskLock;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

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
        // A store that can't be read is refused before a claim changes it.
        new StoreReader(folder, errors).read(before);

        long lastEpoch = before.isEmpty() ? 0 : before.get(before.size() - 1).epoch();
        return create(lastEpoch + 1, lock);
    }

    private StoreClaim create(long firstEpoch, DiskLock lock) throws IOException {
        for (long epoch = firstEpoch; epoch < firstEpoch + TRIES; epoch++) {
            DiskFile file;
            try {
                file = folder.create(SegmentName.claim(epoch).toString());
            } catch (FileAlreadyExistsException claimedMeanwhile) {
                continue;
            }
            boolean claimed = false;
            try {
                StoreClaim claim = measure(epoch, file, lock);
                claimed = true;
                return claim;
            } finally {
                if (!claimed) {
                    file.close();
                }
            }
        }
        throw errors.fail("epochs " + firstEpoch + " to " + (firstEpoch + TRIES) + " were all claimed meanwhile", null);
    }

    private StoreClaim measure(long epoch, DiskFile file, DiskLock lock) throws IOException {
        // From here on an older claim that looks sees this one, and whatever names are older are durable too.
        folder.sync();
        List<SegmentName> all = StoreReader.segments(folder.list());
        List<SegmentName> older = new ArrayList<>(all);
        older.removeIf(name -> name.epoch() >= epoch);
        StoreErrors ours = errors.atEpoch(epoch);
        new FencedFolder(folder, epoch, ours).refuseNewer(all);

        StorePicture picture = new StoreReader(folder, ours)
                .read(older)
                .orElseGet(() -> new StorePicture(SegmentName.claim(epoch), true, new StoreContents(-1), List.of()));
        if (!picture.settled()) {
            // Its writer may have died between append and sync.
            folder.sync(picture.newest().toString());
        }
        return write(epoch, file, picture, older, lock);
    }

    private StoreClaim write(long epoch, DiskFile file, StorePicture picture, List<SegmentName> older, DiskLock lock)
            throws IOException {
        StoreContents contents = picture.contents();
        List<StoredCheckpoint> completed = picture.completed();
        UUID lineage = completed.isEmpty()
                ? ids.get()
                : completed.get(completed.size() - 1).owner().lineage();
        long firstId = contents.reservedUpTo() + 1;
        contents.reserved(firstId + FileStoreClaim.RESERVED_AHEAD - 1);
        StoreErrors ours = errors.atEpoch(epoch);
        contents.claimedBy(attempt);
        var log = new EpochLog(
                folder,
                ours,
                contents,
                segmentBytes,
                SegmentName.claim(epoch),
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
        var fenced = new FencedFolder(folder, epoch, ours);
        fenced.refuseNewer(StoreReader.segments(folder.list()));
        var unneeded = new TreeSet<>(older);
        unneeded.removeIf(name -> contents.validLength(name) > 0);
        return new FileStoreClaim(
                fenced,
                log,
                contents,
                picture,
                new FileStoreClaim.Facts(epoch, attempt, lineage, firstId),
                unneeded,
                lock,
                ours);
    }
}
