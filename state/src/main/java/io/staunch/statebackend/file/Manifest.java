package io.staunch.statebackend.file;

import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;

/**
 * The body of a manifest frame.
 *
 * @param checkpoint which is complete with this frame
 * @param reservedUpTo the highest id that its claim may have used or may yet use
 */
record Manifest(StoredCheckpoint checkpoint, long reservedUpTo) {
    ByteBuffer encode() {
        Owner owner = checkpoint.owner();
        var body = new BodyWriter().number(reservedUpTo).number(checkpoint.id());
        body.id(owner.attempt()).number(owner.epoch()).id(owner.lineage());
        body.bytes(checkpoint.manifest()).number(checkpoint.chunks().size());
        for (Chunk chunk : checkpoint.chunks()) {
            body.text(chunk.file())
                    .number(chunk.offset())
                    .number(chunk.length())
                    .number(chunk.checksum());
        }
        return body.done();
    }

    static Manifest decode(ByteBuffer bytes) {
        var body = new BodyReader(bytes);
        long reservedUpTo = body.number();
        var checkpoint = new StoredCheckpoint(
                body.number(),
                new Owner(body.id(), body.number(), body.id()),
                body.bytes(),
                body.list(b -> new Chunk(b.text(), b.number(), b.smallNumber(), b.smallNumber())));
        return new Manifest(checkpoint, reservedUpTo);
    }

    /** The segments that hold its chunks. */
    static Set<SegmentName> segments(StoredCheckpoint checkpoint) {
        Set<SegmentName> segments = new TreeSet<>();
        for (Chunk chunk : checkpoint.chunks()) {
            segments.add(SegmentName.parse(chunk.file())
                    .orElseThrow(() -> new IllegalArgumentException(chunk + " is no chunk of this store")));
        }
        return segments;
    }
}
