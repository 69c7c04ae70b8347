package io.staunch.statebackend.file;

import io.staunch.environment.DiskFolder;
import io.staunch.statebackend.file.SegmentHeader.Place;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a store as the log says it is. Changes nothing. */
final class StoreReader {
    private final DiskFolder folder;
    private final String job;
    private final StoreErrors errors;

    StoreReader(DiskFolder folder, String job, StoreErrors errors) {
        this.folder = folder;
        this.job = job;
        this.errors = errors;
    }

    /** The segments in the folder, oldest first, as they are now; empty if there is nothing in it or a lock alone. */
    static List<SegmentName> segments(Collection<String> files) {
        return files.stream()
                .map(SegmentName::parse)
                .flatMap(Optional::stream)
                .sorted()
                .toList();
    }

    /** Refuses a store of another job or format by its newest complete header, without reading more than that. */
    void refuseForeign(List<SegmentName> segments) throws IOException {
        for (SegmentName name : newestFirst(segments)) {
            SegmentBytes bytes = measured(name);
            FrameHead head = FrameHead.decode(bytes.at(0, FrameHead.SIZE), 0, 0);
            if (head == null || head.type() != FrameType.HEADER || head.end() > bytes.length()) {
                continue;
            }
            ByteBuffer body = bytes.at(head.bodyOffset(), head.length());
            if (body.remaining() == head.length() && FrameHead.checksum(body) == head.checksum()) {
                requireJob(errors.decodeHeader(name, body));
                return;
            }
        }
    }

    private void requireJob(SegmentHeader header) {
        if (!header.job().equals(job)) {
            throw errors.refused("the folder is the store of job " + header.job()
                    + ". Give each job a folder of its own, or start it under that name. Nothing was changed.");
        }
    }

    /** Everything that counts, or empty if none of the segments has a complete header. Each segment is measured once. */
    Optional<StorePicture> read(List<SegmentName> segments) throws IOException {
        for (SegmentName name : newestFirst(segments)) {
            SegmentScan scan = new SegmentScanner(name, measured(name), errors).scan();
            if (scan.header() != null) {
                return Optional.of(picture(scan, scan.header()));
            }
        }
        return Optional.empty();
    }

    private StorePicture picture(SegmentScan scan, SegmentHeader header) throws IOException {
        requireJob(header);
        LogFold fold = LogFold.of(scan, header, errors);
        for (Map.Entry<SegmentName, Long> file : fold.files().entrySet()) {
            long length = measured(file.getKey()).length();
            if (length < file.getValue()) {
                throw errors.damaged(
                        file.getKey(),
                        "is missing or cut off: expected at least " + file.getValue() + " bytes, found " + length);
            }
        }
        var contents = new StoreContents(fold.reservedUpTo());
        header.attempts().forEach(contents::claimedBy);
        fold.files().forEach(contents::closed);
        List<StoredCheckpoint> completed = new ArrayList<>();
        for (Place place : fold.places().values()) {
            StoredCheckpoint seen = fold.seen(place.id());
            StoredCheckpoint checkpoint = seen == null ? manifest(place) : seen;
            completed.add(checkpoint);
            for (Chunk chunk : checkpoint.chunks()) {
                refuseUnreachable(place, chunk, contents);
            }
            contents.complete(place, Manifest.segments(checkpoint));
        }
        return new StorePicture(scan.name(), scan.durable(), scan.end(), contents, List.copyOf(completed));
    }

    private void refuseUnreachable(Place place, Chunk chunk, StoreContents contents) {
        long valid = SegmentName.parse(chunk.file()).map(contents::validLength).orElse(0L);
        if (chunk.offset() < 0 || chunk.offset() + chunk.length() > valid) {
            throw errors.damaged(
                    place.file(),
                    place.offset(),
                    "a manifest whose chunks are in the store",
                    "checkpoint " + place.id() + " with " + chunk + ", of which " + valid + " bytes are valid");
        }
    }

    private StoredCheckpoint manifest(Place place) throws IOException {
        SegmentBytes bytes = measured(place.file());
        FrameHead head = FrameHead.decode(bytes.at(place.offset(), FrameHead.SIZE), 0, place.offset());
        if (head == null || head.type() != FrameType.MANIFEST || head.end() > bytes.length()) {
            throw errors.damaged(place.file(), place.offset(), "the manifest of checkpoint " + place.id(), "none");
        }
        ByteBuffer body = bytes.at(head.bodyOffset(), head.length());
        if (FrameHead.checksum(body) != head.checksum()) {
            throw errors.damaged(
                    place.file(),
                    place.offset(),
                    "the manifest of checkpoint " + place.id() + " with checksum " + head.checksum(),
                    "checksum " + FrameHead.checksum(body));
        }
        StoredCheckpoint checkpoint =
                errors.decode(place.file(), head, body, Manifest::decode).checkpoint();
        if (checkpoint.id() != place.id()) {
            throw errors.damaged(
                    place.file(), place.offset(), "checkpoint " + place.id(), "checkpoint " + checkpoint.id());
        }
        return checkpoint;
    }

    private SegmentBytes measured(SegmentName name) throws IOException {
        long length;
        try {
            length = folder.length(name.toString());
        } catch (NoSuchFileException e) {
            length = 0;
        }
        return new SegmentBytes((offset, wanted) -> read(name, offset, wanted), length);
    }

    /** A file that an older claim is freeing may vanish at any time; it is as good as empty. */
    private byte[] read(SegmentName name, long offset, int wanted) throws IOException {
        try {
            return folder.read(name.toString(), offset, wanted);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    private static List<SegmentName> newestFirst(List<SegmentName> segments) {
        return segments.stream().sorted(Comparator.reverseOrder()).toList();
    }
}
