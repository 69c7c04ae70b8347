package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The segment that is appended to. Owned by the thread that uses the claim. */
final class OpenSegment {
    private static final int SMALL = 1 << 16;

    private final SegmentName name;
    private final DiskFile file;
    private long length;
    private long durable;

    OpenSegment(SegmentName name, DiskFile file) {
        this.name = name;
        this.file = file;
    }

    SegmentName name() {
        return name;
    }

    /** The end of the last whole frame. */
    long length() {
        return length;
    }

    /** The end of the last frame that a sync has covered. */
    long durable() {
        return durable;
    }

    /** Appends a frame, in one write if it is small. After an error {@link #length()} is as before. */
    FrameHead append(FrameType type, ByteBuffer body) throws IOException {
        FrameHead head = FrameHead.of(type, length, body, durable);
        boolean small = head.length() <= SMALL;
        ByteBuffer first = ByteBuffer.allocate(small ? FrameHead.SIZE + head.length() : FrameHead.SIZE);
        head.encode(first);
        if (small) {
            first.put(body.duplicate());
        }
        file.append(first.flip());
        if (!small) {
            file.append(body.duplicate());
        }
        length = head.end();
        return head;
    }

    void sync() throws IOException {
        file.sync();
        durable = length;
    }

    /** Removes what a failed append left behind the last whole frame. */
    void cutBack() throws IOException {
        file.truncate(length);
    }

    /** Makes what no sync has covered void for a reader that finds it in the operating system's cache. */
    void voidTail(IOException cause) {
        try {
            length = file.length();
            append(FrameType.VOID, ByteBuffer.allocate(0));
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    void closeQuietly() {
        try {
            file.close();
        } catch (IOException ignored) {
            // Nothing is at stake: what counts was synced, the rest is void.
        }
    }
}
