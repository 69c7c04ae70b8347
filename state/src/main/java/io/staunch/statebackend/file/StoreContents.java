package io.staunch.statebackend.file;

import io.staunch.statebackend.file.SegmentHeader.Place;
import io.staunch.statebackend.file.SegmentHeader.ValidFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What a claim knows of the store: closed segments with their valid lengths, complete checkpoints and the segments that each needs,
 * and the ids that are spoken for. Pure; owned by the thread that uses the claim.
 */
final class StoreContents {
    private static final int ATTEMPTS_KEPT = 1000;

    private final SortedMap<SegmentName, Long> files = new TreeMap<>();
    private final NavigableMap<Long, Needs> checkpoints = new TreeMap<>();
    private final Deque<UUID> attempts = new ArrayDeque<>();
    private long reservedUpTo;

    private record Needs(Place place, Set<SegmentName> segments) {}

    StoreContents(long reservedUpTo) {
        this.reservedUpTo = reservedUpTo;
    }

    /** An attempt has claimed the store. */
    void claimedBy(UUID attempt) {
        attempts.remove(attempt);
        attempts.addLast(attempt);
        if (attempts.size() > ATTEMPTS_KEPT) {
            attempts.removeFirst();
        }
    }

    /** Who has claimed the store, oldest first, as far back as is remembered. */
    List<UUID> attempts() {
        return List.copyOf(attempts);
    }

    /** A segment is not appended to any more; what lies beyond its valid length is void. */
    void closed(SegmentName file, long validLength) {
        files.put(file, validLength);
    }

    /** The length up to which a closed segment may be read; 0 for one that was freed or is not known. */
    long validLength(SegmentName file) {
        return files.getOrDefault(file, 0L);
    }

    /** A checkpoint is complete; it needs the segment of its manifest and those of its chunks. */
    void complete(Place place, Collection<SegmentName> chunks) {
        Set<SegmentName> segments = new TreeSet<>(chunks);
        segments.add(place.file());
        checkpoints.put(place.id(), new Needs(place, segments));
    }

    /** The newest complete checkpoint, or -1. */
    long newestId() {
        return checkpoints.isEmpty() ? -1 : checkpoints.lastKey();
    }

    long reservedUpTo() {
        return reservedUpTo;
    }

    void reserved(long upTo) {
        reservedUpTo = Math.max(reservedUpTo, upTo);
    }

    /** Forgets all complete checkpoints but the given ones and the newest. */
    void keepOnly(Set<Long> ids) {
        long newest = newestId();
        checkpoints.keySet().removeIf(id -> id != newest && !ids.contains(id));
    }

    /** The closed segments that no complete checkpoint needs, except those in use by a checkpoint that is yet to be completed. */
    List<SegmentName> unreachable(Set<SegmentName> inUse) {
        Set<SegmentName> free = new TreeSet<>(files.keySet());
        checkpoints.values().forEach(needs -> free.removeAll(needs.segments()));
        free.removeAll(inUse);
        return List.copyOf(free);
    }

    void freed(Collection<SegmentName> segments) {
        files.keySet().removeAll(segments);
    }

    List<Long> keptIds() {
        return List.copyOf(checkpoints.keySet());
    }

    List<ValidFile> validFiles() {
        List<ValidFile> list = new ArrayList<>(files.size());
        files.forEach((name, length) -> list.add(new ValidFile(name, length)));
        return list;
    }

    List<Place> places() {
        return checkpoints.values().stream().map(Needs::place).toList();
    }
}
