package io.staunch.statebackend.file;

import io.staunch.statebackend.file.SegmentHeader.Place;
import io.staunch.statebackend.file.SegmentHeader.ValidFile;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a store holds: built from the newest complete header and the frames behind it, and kept up to date by the claim. Owned by the
 * claim's thread.
 */
final class StoreContents {
    /** A complete checkpoint and where its manifest frame is. */
    record Complete(StoredCheckpoint checkpoint, Place place) {}

    private final TreeMap<SegmentName, Long> files = new TreeMap<>();
    private final TreeMap<Long, Complete> complete = new TreeMap<>();
    private final List<UUID> attempts = new ArrayList<>();
    private long reservedUpTo = -1;

    /** How many attempts are remembered. */
    private static final int REMEMBERED = 256;

    void file(SegmentName name, long length) {
        files.put(name, length);
    }

    void attempt(UUID attempt) {
        attempts.remove(attempt);
        attempts.add(attempt);
        if (attempts.size() > REMEMBERED) {
            attempts.remove(0);
        }
    }

    void reserved(long upTo) {
        reservedUpTo = Math.max(reservedUpTo, upTo);
    }

    void add(StoredCheckpoint checkpoint, SegmentName file, long offset) {
        complete.put(checkpoint.id(), new Complete(checkpoint, new Place(checkpoint.id(), file, offset)));
    }

    /** Only these checkpoints are kept, and these segments are no more. */
    void released(Set<Long> kept, List<SegmentName> freed) {
        complete.keySet().retainAll(kept);
        freed.forEach(files::remove);
    }

    /** Takes up one frame of a segment. */
    void apply(SegmentName file, SegmentScan.Frame frame) {
        switch (frame.head().type()) {
            case MANIFEST -> {
                Manifest manifest = Manifest.decode(frame.body());
                reserved(manifest.reservedUpTo());
                add(manifest.checkpoint(), file, frame.head().offset());
            }
            case RESERVE -> reserved(Reservation.decode(frame.body()).upTo());
            case RELEASE -> {
                Release release = Release.decode(frame.body());
                released(Set.copyOf(release.kept()), release.freed());
            }
            case HEADER, CHUNK, MARK -> {}
        }
    }

    List<StoredCheckpoint> checkpoints() {
        return complete.values().stream().map(Complete::checkpoint).toList();
    }

    long reservedUpTo() {
        return reservedUpTo;
    }

    List<UUID> attempts() {
        return List.copyOf(attempts);
    }

    /** How many bytes of a segment count; -1 if it is not part of the store. */
    long length(SegmentName name) {
        return files.getOrDefault(name, -1L);
    }

    List<ValidFile> files() {
        List<ValidFile> all = new ArrayList<>();
        for (Map.Entry<SegmentName, Long> file : files.entrySet()) {
            all.add(new ValidFile(file.getKey(), file.getValue()));
        }
        return all;
    }

    List<Place> places() {
        return complete.values().stream().map(Complete::place).toList();
    }

    /** Segments that neither a kept checkpoint nor the one being written needs. */
    List<SegmentName> unreachable(Set<Long> kept, SegmentName current) {
        var free = new ArrayList<>(files.keySet());
        free.remove(current);
        for (Complete one : complete.values()) {
            if (kept.contains(one.checkpoint().id())) {
                free.remove(one.place().file());
                free.removeAll(Manifest.segments(one.checkpoint()));
            }
        }
        return free;
    }
}
