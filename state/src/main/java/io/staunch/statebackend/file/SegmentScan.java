package io.staunch.statebackend.file;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What counts in a segment.
 *
 * @param header null if the segment's header was never completed: whoever created it died before its claim (or its roll) was made
 * @param records the frames that count, in order, without the header
 * @param end where the last frame that counts ends: the segment's valid length
 * @param durable how much of it its writer is known to have made durable; if that is less, the reader does so before it relies on it
 */
record SegmentScan(SegmentName name, @Nullable SegmentHeader header, List<Counted> records, long end, long durable) {
    SegmentScan {
        records = List.copyOf(records);
    }

    /** A frame that counts, with its body. */
    record Counted(FrameHead head, ByteBuffer body) {}
}
