package io.staunch.statebackend.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a segment up to a measured length, read through a window. What lies beyond is not there for any reader. */
final class SegmentBytes {
    private static final int WINDOW = 1 << 18;

    /** Reads from a file; fewer bytes only at its end. */
    @FunctionalInterface
    interface Source {
        byte[] read(long offset, int length) throws IOException;
    }

    private final Source source;
    private final long length;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowOffset;

    SegmentBytes(Source source, long length) {
        this.source = source;
        this.length = length;
    }

    long length() {
        return length;
    }

    /** Bytes from an offset on, from index 0 of the result; fewer than wanted only at the end. */
    ByteBuffer at(long offset, int wanted) throws IOException {
        int there = (int) Math.max(0, Math.min(wanted, length - offset));
        boolean inWindow = offset >= windowOffset && offset + there <= windowOffset + window.limit();
        if (!inWindow) {
            int size = (int) Math.min(Math.max(there, WINDOW), length - offset);
            window = there == 0 ? ByteBuffer.allocate(0) : ByteBuffer.wrap(source.read(offset, size));
            windowOffset = offset;
        }
        int from = (int) (offset - windowOffset);
        return window.slice(from, Math.min(there, window.limit() - from));
    }
}
