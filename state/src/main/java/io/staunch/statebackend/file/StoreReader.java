package io.staunch.statebackend.file;

import io.staunch.environment.DiskFolder;
import io.staunch.statebackend.file.SegmentHeader.Place;
import io.staunch.statebackend.file.SegmentHeader.ValidFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a store's folder. Used by one thread. */
final class StoreReader {
    private static final int LARGEST_HEADER = 64 << 20;

    private final DiskFolder folder;

    StoreReader(DiskFolder folder) {
        this.folder = folder;
    }

    /** The segments in the folder, oldest first. */
    List<SegmentName> segments() throws IOException {
        List<SegmentName> segments = new ArrayList<>();
        for (String file : folder.list()) {
            SegmentName.parse(file).ifPresent(segments::add);
        }
        segments.sort(null);
        return segments;
    }

    /** A file that no store makes, in a folder without any segment. */
    Optional<String> foreignFile() throws IOException {
        List<String> files = folder.list();
        boolean used = files.stream().anyMatch(file -> SegmentName.parse(file).isPresent());
        return used
                ? Optional.empty()
                : files.stream()
                        .filter(file -> !file.equals(FileCheckpointStore.LOCK))
                        .sorted()
                        .findFirst();
    }

    /** The newest segment older than {@code before} that has a complete header; those without are claims that died at once. */
    @Nullable
    SegmentHeader newestHeader(SegmentName before) throws IOException {
        List<SegmentName> segments = segments();
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).compareTo(before) < 0) {
                SegmentHeader header = header(segments.get(i));
                if (header != null) {
                    return header;
                }
            }
        }
        return null;
    }

    /** Everything that the store holds, as the newest header and what follows it say; older files are measured by that header. */
    StoreContents contents(SegmentHeader newest) throws IOException {
        var contents = new StoreContents();
        newest.attempts().forEach(contents::attempt);
        contents.attempt(newest.attempt());
        contents.reserved(newest.reservedUpTo());
        SegmentScan scan = scan(newest);
        Set<SegmentName> freed = freed(scan);
        for (ValidFile file : newest.files()) {
            if (!freed.contains(file.name())) {
                requireWhole(file);
                contents.file(file.name(), file.length());
            }
        }
        for (Place place : newest.checkpoints()) {
            if (!freed.contains(place.file())) {
                contents.add(manifest(place).checkpoint(), place.file(), place.offset());
            }
        }
        contents.file(newest.name(), scan.length());
        scan.counting().forEach(frame -> contents.apply(newest.name(), frame));
        return contents;
    }

    private void requireWhole(ValidFile file) throws IOException {
        long length = exists(file.name()) ? folder.length(file.name().toString()) : -1;
        if (length < file.length()) {
            throw StoreErrors.damaged(
                    folder.path(),
                    file.name().toString(),
                    Math.max(0, length),
                    file.length() + " bytes",
                    length < 0 ? "no such file" : "only " + length + " bytes");
        }
    }

    private SegmentScan scan(SegmentHeader newest) throws IOException {
        String file = newest.name().toString();
        folder.sync(file);
        byte[] bytes = folder.read(file, 0, Math.toIntExact(folder.length(file)));
        SegmentScan scan = SegmentScan.of(bytes, 0);
        if (scan.damagedAt() >= 0) {
            throw StoreErrors.damaged(
                    folder.path(),
                    file,
                    scan.damagedAt(),
                    "a frame that a later one knows to be durable",
                    "no intact frame");
        }
        return scan;
    }

    private static Set<SegmentName> freed(SegmentScan scan) {
        Set<SegmentName> freed = new HashSet<>();
        for (SegmentScan.Frame frame : scan.counting()) {
            if (frame.head().type() == FrameType.RELEASE) {
                freed.addAll(Release.decode(frame.body().duplicate()).freed());
            }
        }
        return freed;
    }

    private @Nullable SegmentHeader header(SegmentName segment) throws IOException {
        String file = segment.toString();
        int length = (int) Math.min(LARGEST_HEADER, folder.length(file));
        byte[] start = folder.read(file, 0, Math.min(length, FrameHead.SIZE));
        FrameHead head = FrameHead.decode(ByteBuffer.wrap(start), 0, 0);
        if (head == null || head.end() > length) {
            return unlessDamaged(segment);
        }
        ByteBuffer body = ByteBuffer.wrap(folder.read(file, FrameHead.SIZE, head.length()));
        if (head.type() != FrameType.HEADER || FrameHead.checksum(body) != head.checksum()) {
            return unlessDamaged(segment);
        }
        int version = SegmentHeader.version(body);
        if (version != SegmentHeader.VERSION) {
            throw StoreErrors.newer(folder.path(), file, version);
        }
        return SegmentHeader.decode(body);
    }

    /** A segment without a readable header is that of a claim that died at once, unless something in it was known to be durable. */
    private @Nullable SegmentHeader unlessDamaged(SegmentName segment) throws IOException {
        String file = segment.toString();
        byte[] bytes = folder.read(file, 0, Math.toIntExact(folder.length(file)));
        if (SegmentScan.of(bytes, 0).damagedAt() >= 0) {
            throw StoreErrors.damaged(folder.path(), file, 0, "the header of a segment", "no intact header");
        }
        return null;
    }

    private Manifest manifest(Place place) throws IOException {
        String file = place.file().toString();
        ByteBuffer start = ByteBuffer.wrap(folder.read(file, place.offset(), FrameHead.SIZE));
        FrameHead head = FrameHead.decode(start, 0, place.offset());
        if (head == null || head.type() != FrameType.MANIFEST) {
            throw StoreErrors.damaged(
                    folder.path(), file, place.offset(), "the manifest of checkpoint " + place.id(), "no intact frame");
        }
        ByteBuffer body = ByteBuffer.wrap(folder.read(file, head.bodyOffset(), head.length()));
        if (body.remaining() != head.length() || FrameHead.checksum(body) != head.checksum()) {
            throw StoreErrors.damaged(
                    folder.path(),
                    file,
                    head.bodyOffset(),
                    "the manifest of checkpoint " + place.id(),
                    "other bytes than were written");
        }
        return Manifest.decode(body);
    }

    private boolean exists(SegmentName name) throws IOException {
        return folder.list().contains(name.toString());
    }
}
