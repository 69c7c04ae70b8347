package io.staunch.statebackend.disk;

import io.staunch.environment.DiskFolder.DiskLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock of the operating system on a file, whose text names its holder by pid and host. Safe for use by any thread.
 *
 * <p>On POSIX systems closing any channel of a file drops all locks that the process has on it. So a file that this JVM has locked is
 * never opened again by it: the locks held are kept here, once for the whole JVM.
 */
final class LocalLock implements DiskLock {
    private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

    /** One byte far behind the text: where locks are mandatory, the text can still be read. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private static final int LONGEST_TEXT = 4096;

    private final Path path;
    private final FileChannel channel;

    private LocalLock(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static Optional<DiskLock> tryTake(Path path, String holder) throws IOException {
        String text = "pid " + ProcessHandle.current().pid() + " on " + HostName.OF_THIS_MACHINE + ", " + holder;
        if (HELD.putIfAbsent(path, text) != null) {
            return Optional.empty();
        }
        Optional<DiskLock> lock = Optional.empty();
        try {
            lock = lock(path, text);
        } finally {
            if (lock.isEmpty()) {
                HELD.remove(path);
            }
        }
        return lock;
    }

    private static Optional<DiskLock> lock(Path path, String text) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            channel.truncate(0);
            while (bytes.hasRemaining()) {
                channel.write(bytes, bytes.position());
            }
            return Optional.of(new LocalLock(path, channel));
        } catch (OverlappingFileLockException e) {
            // A copy of this class in another class loader holds it. The channel stays open: closing it would drop that
            // lock.
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The text that the holder of a lock left, or an empty text. */
    static String holder(Path path) throws IOException {
        String held = HELD.get(path);
        if (held != null) {
            return held;
        }
        if (!Files.exists(path)) {
            return "";
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(LONGEST_TEXT);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Reads on to the end of the text.
            }
            return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
        }
    }

    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("lock file " + path + " can't be closed", e);
        } finally {
            HELD.remove(path);
        }
    }
}
