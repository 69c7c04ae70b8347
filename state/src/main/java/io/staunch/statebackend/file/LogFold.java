package io.staunch.statebackend.file;

import io.staunch.statebackend.file.SegmentHeader.Place;
import io.staunch.statebackend.file.SegmentHeader.ValidFile;
import io.staunch.statebackend.file.SegmentScan.Counted;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a log says after its newest complete header and the records behind that. Pure. */
final class LogFold {
    private final SegmentName name;
    private final StoreErrors errors;
    private final SortedMap<SegmentName, Long> files = new TreeMap<>();
    private final NavigableMap<Long, Place> places = new TreeMap<>();
    private final Map<Long, StoredCheckpoint> seen = new HashMap<>();
    private long reservedUpTo;

    private LogFold(SegmentName name, SegmentHeader header, StoreErrors errors) {
        this.name = name;
        this.errors = errors;
        this.reservedUpTo = header.reservedUpTo();
        header.files().forEach((ValidFile f) -> files.put(f.name(), f.length()));
        header.checkpoints().forEach((Place p) -> places.put(p.id(), p));
    }

    static LogFold of(SegmentScan scan, SegmentHeader header, StoreErrors errors) {
        var fold = new LogFold(scan.name(), header, errors);
        scan.records().forEach(fold::apply);
        fold.files.put(scan.name(), scan.end());
        return fold;
    }

    private void apply(Counted record) {
        FrameHead head = record.head();
        switch (head.type()) {
            case MANIFEST -> complete(head, errors.decode(name, head, record.body(), Manifest::decode));
            case RESERVE ->
                reserve(errors.decode(name, head, record.body(), Reservation::decode)
                        .upTo());
            case RELEASE -> release(errors.decode(name, head, record.body(), Release::decode));
            case HEADER, CHUNK, MARK, VOID -> throw new IllegalArgumentException(head + " is no record");
        }
    }

    private void complete(FrameHead head, Manifest manifest) {
        long id = manifest.checkpoint().id();
        if (!places.isEmpty() && places.lastKey() >= id) {
            throw errors.damaged(name, head.offset(), "an id above " + places.lastKey(), "checkpoint " + id);
        }
        places.put(id, new Place(id, name, head.offset()));
        seen.put(id, manifest.checkpoint());
        reserve(manifest.reservedUpTo());
    }

    private void reserve(long upTo) {
        reservedUpTo = Math.max(reservedUpTo, upTo);
    }

    private void release(Release release) {
        places.keySet().retainAll(release.kept());
        files.keySet().removeAll(release.freed());
    }

    /** All segments that are needed, with their valid lengths. */
    SortedMap<SegmentName, Long> files() {
        return files;
    }

    /** Where the manifests of all complete checkpoints are, by id. */
    NavigableMap<Long, Place> places() {
        return places;
    }

    /** A checkpoint whose manifest is in the newest segment itself. */
    @Nullable
    StoredCheckpoint seen(long id) {
        return seen.get(id);
    }

    long reservedUpTo() {
        return reservedUpTo;
    }
}
