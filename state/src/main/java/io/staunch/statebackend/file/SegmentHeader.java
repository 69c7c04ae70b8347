package io.staunch.statebackend.file;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * The first frame of every segment. It says all there is to know of the segments before it, so that a reader needs only the newest
 * complete header and what follows it.
 *
 * @param job whose store this is
 * @param attempts who has claimed the store, oldest first and each once; the last one has claimed this epoch
 * @param lineage of the newest complete checkpoint at the time of the claim, or a new one
 * @param name the segment's own
 * @param reservedUpTo the highest id that this or an earlier claim may have used; -1 if none
 * @param files all older segments that are still needed
 * @param checkpoints all complete checkpoints that are still kept
 */
record SegmentHeader(
        String job,
        List<UUID> attempts,
        UUID lineage,
        SegmentName name,
        long reservedUpTo,
        List<ValidFile> files,
        List<Place> checkpoints) {
    /** The format that this build writes; it reads this one and none other. */
    static final int VERSION = 1;

    SegmentHeader {
        attempts = List.copyOf(attempts);
        files = List.copyOf(files);
        checkpoints = List.copyOf(checkpoints);
    }

    /**
     * A segment as measured after the claim (or after its own last sync, within an epoch).
     *
     * @param length in bytes; what lies beyond is never read
     */
    record ValidFile(SegmentName name, long length) {}

    /** Where the manifest frame of a complete checkpoint begins. */
    record Place(long id, SegmentName file, long offset) {}

    ByteBuffer encode() {
        var body = new BodyWriter().number(VERSION).text(job).number(attempts.size());
        attempts.forEach(body::id);
        body.id(lineage).segment(name).number(reservedUpTo).number(files.size());
        files.forEach(f -> body.segment(f.name()).number(f.length()));
        body.number(checkpoints.size());
        checkpoints.forEach(c -> body.number(c.id()).segment(c.file()).number(c.offset()));
        return body.done();
    }

    /** The version of the format that a header was written in; comes first in every version. */
    static int version(ByteBuffer body) {
        return body.getInt(body.position());
    }

    static SegmentHeader decode(ByteBuffer bytes) {
        var body = new BodyReader(bytes);
        if (body.smallNumber() != VERSION) {
            throw new IllegalArgumentException("the version is looked at first");
        }
        return new SegmentHeader(
                body.text(),
                body.list(BodyReader::id),
                body.id(),
                body.segment(),
                body.number(),
                body.list(b -> new ValidFile(b.segment(), b.number())),
                body.list(b -> new Place(b.number(), b.segment(), b.number())));
    }
}
