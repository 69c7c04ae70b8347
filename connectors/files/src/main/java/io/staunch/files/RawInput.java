package io.staunch.files;

import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The bytes of a file as they are stored, in order, up to where it ends now: asked again later, it goes on if there is more. */
final class RawInput extends InputStream {
    private static final int CHUNK = 256 << 10;

    private final DiskFolder folder;
    private final String name;
    private final long most;
    private byte[] chunk = new byte[0];
    private int at;
    private long position;
    private boolean exhausted;

    /** @param most offset beyond which nothing is read */
    RawInput(DiskFolder folder, String name, long most) {
        this.folder = folder;
        this.name = name;
        this.most = most;
    }

    /** How far was read from the file. */
    long position() {
        return position;
    }

    /** Whether the last look found nothing more. */
    boolean exhausted() {
        return exhausted;
    }

    void seek(long to) {
        chunk = new byte[0];
        at = 0;
        position = to;
        exhausted = false;
    }

    @Override
    public int read() throws IOException {
        return fill() ? chunk[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, into, offset, count);
        at += count;
        return count;
    }

    /** More than nothing if there is more: a stream that holds several ones asks whether another one follows. */
    @Override
    public int available() throws IOException {
        return fill() ? chunk.length - at : 0;
    }

    private boolean fill() throws IOException {
        if (at < chunk.length) {
            return true;
        }
        chunk = folder.read(name, position, (int) Math.min(CHUNK, most - position));
        at = 0;
        position += chunk.length;
        exhausted = chunk.length == 0;
        return !exhausted;
    }
}
