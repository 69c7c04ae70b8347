package io.staunch.statebackend.disk;

import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A folder of this machine. Safe for use by any thread, but not by interrupted ones: Java closes their files. */
final class LocalFolder implements DiskFolder {
    /** Java copies heap buffers into a direct one that it keeps for each thread; pieces keep that small. */
    static final int PIECE = 1 << 20;

    private final Path folder;

    LocalFolder(Path folder) {
        this.folder = folder;
    }

    @Override
    public String path() {
        return folder.toString();
    }

    @Override
    public List<String> list() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                names.add(entry.getFileName().toString());
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public DiskFile create(String name) throws IOException {
        return new LocalFile(
                folder.resolve(name),
                FileChannel.open(folder.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    @Override
    public DiskFile reopen(String name, long length) throws IOException {
        Path path = folder.resolve(name);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            if (channel.size() < length) {
                throw new IOException(path + " has " + channel.size() + " bytes, expected " + length + " at least");
            }
            var file = new LocalFile(path, channel);
            file.truncate(length);
            return file;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public DiskEntry entry(String name) throws IOException {
        BasicFileAttributes found = Files.readAttributes(folder.resolve(name), BasicFileAttributes.class);
        return new DiskEntry(FileIdentity.of(found), found.size(), found.isDirectory());
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(
                folder.resolve(from),
                folder.resolve(to),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public byte[] read(String name, long offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(folder.resolve(name), StandardOpenOption.READ)) {
            int available = (int) Math.max(0, Math.min(length, channel.size() - offset));
            ByteBuffer bytes = ByteBuffer.allocate(available);
            while (bytes.hasRemaining()) {
                bytes.limit(Math.min(available, bytes.position() + PIECE));
                if (channel.read(bytes, offset + bytes.position()) < 0) {
                    return Arrays.copyOf(bytes.array(), bytes.position());
                }
                bytes.limit(available);
            }
            return bytes.array();
        }
    }

    @Override
    public long length(String name) throws IOException {
        return Files.size(folder.resolve(name));
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }

    @Override
    public void sync() throws IOException {
        LocalDisk.sync(folder);
    }

    @Override
    public void sync(String name, long from, long to) throws IOException {
        try (FileChannel channel =
                FileChannel.open(folder.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocate(PIECE);
            for (long at = from; at < to; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(PIECE, to - at));
                fill(buffer, channel, at, name);
                for (buffer.flip(); buffer.hasRemaining(); ) {
                    channel.write(buffer, at + buffer.position());
                }
            }
            channel.force(false);
        }
    }

    private static void fill(ByteBuffer buffer, FileChannel channel, long at, String name) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException(
                        name + " ends at " + (at + buffer.position()) + ", and more of it was to be synced");
            }
        }
    }

    @Override
    public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
        return LocalLock.tryTake(folder.resolve(name), holder);
    }

    @Override
    public String lockHolder(String name) throws IOException {
        return LocalLock.holder(folder.resolve(name));
    }
}
