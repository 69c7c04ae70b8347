package io.staunch.statebackend.file;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The body of a frame that is durable before files are deleted: a file that is missing is either named here or lost.
 *
 * @param kept the complete checkpoints that are still kept at this point of the log
 * @param freed the segments that none of them needs
 */
record Release(List<Long> kept, List<SegmentName> freed) {
    Release {
        kept = List.copyOf(kept);
        freed = List.copyOf(freed);
    }

    ByteBuffer encode() {
        var body = new BodyWriter().number(kept.size());
        kept.forEach(body::number);
        body.number(freed.size());
        freed.forEach(body::segment);
        return body.done();
    }

    static Release decode(ByteBuffer bytes) {
        var body = new BodyReader(bytes);
        return new Release(body.list(BodyReader::number), body.list(BodyReader::segment));
    }
}
