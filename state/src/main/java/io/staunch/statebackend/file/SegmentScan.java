package io.staunch.statebackend.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a segment from its bytes. Pure. A frame that can't be read is a torn tail, which a crash leaves, unless an intact
 * frame behind it, or a header elsewhere, says that what lies there was durable: then it was damaged.
 *
 * @param frames the intact ones, in order
 * @param length the valid part: up to the end of the last frame that later claims count
 * @param damagedAt offset of a frame that was durable and can't be read; -1 if there is none
 */
record SegmentScan(List<Frame> frames, long length, long damagedAt) {
    /** An intact frame. */
    record Frame(FrameHead head, ByteBuffer body) {}

    SegmentScan {
        frames = List.copyOf(frames);
    }

    /**
     * Scans a whole segment.
     *
     * @param durable how many of its bytes are known to have been durable, 0 if nothing is known
     */
    static SegmentScan of(byte[] bytes, long durable) {
        ByteBuffer all = ByteBuffer.wrap(bytes);
        List<Frame> frames = new ArrayList<>();
        long valid = 0;
        int at = 0;
        Frame frame = frame(all, at);
        while (frame != null) {
            frames.add(frame);
            at = (int) frame.head().end();
            valid = frame.head().type().counts() ? at : valid;
            frame = frame(all, at);
        }
        boolean damaged = at < Math.max(durable, promised(all, at));
        return new SegmentScan(frames, valid, damaged ? at : -1);
    }

    /** The frames within the valid part. */
    List<Frame> counting() {
        return frames.stream().filter(frame -> frame.head().end() <= length).toList();
    }

    private static @Nullable Frame frame(ByteBuffer all, int at) {
        FrameHead head = FrameHead.decode(all, at, at);
        if (head == null || head.end() > all.limit()) {
            return null;
        }
        ByteBuffer body = all.slice((int) head.bodyOffset(), head.length());
        return FrameHead.checksum(body) == head.checksum() ? new Frame(head, body) : null;
    }

    /** The most that any intact head behind this place says was durable. */
    private static long promised(ByteBuffer all, int from) {
        long most = 0;
        for (int at = from + 1; at <= all.limit() - FrameHead.SIZE; at++) {
            FrameHead head = FrameHead.decode(all, at, at);
            if (head != null) {
                most = Math.max(most, head.durable());
            }
        }
        return most;
    }
}
