package io.staunch.statebackend.disk;

import io.staunch.environment.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of this machine that its creator appends to. Owned by one thread at a time. */
final class LocalFile implements DiskFile {
    private final Path path;
    private final FileChannel channel;
    private long length;

    LocalFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        try {
            while (bytes.position() < end) {
                bytes.limit(Math.min(end, bytes.position() + LocalFolder.PIECE));
                length += channel.write(bytes, length);
            }
        } catch (IOException e) {
            throw told(e, end - bytes.position());
        } finally {
            bytes.limit(end);
        }
    }

    @Override
    public void sync() throws IOException {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw told(e, 0);
        }
    }

    @Override
    public void truncate(long newLength) throws IOException {
        channel.truncate(newLength);
        length = newLength;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** The same error with the free space in it, which is what people look for first. */
    private IOException told(IOException e, long wanted) {
        long free;
        try {
            FileStore store = Files.getFileStore(path);
            free = store.getUsableSpace();
        } catch (IOException unknown) {
            e.addSuppressed(unknown);
            return e;
        }
        String message = String.valueOf(e.getMessage());
        boolean full = free <= wanted || message.contains("No space left") || message.contains("quota");
        return new IOException(full ? "disk full: " + free + " bytes free (" + message + ")" : message, e);
    }
}
