package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.Meter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of the strong B3 loop on disk: files of whole state followed by changes, one entry per commit. Entries after the last commit
 * are passed over when they are read; the next entry of whole state begins a new file.
 */
final class ChangeLog {
    private final Path folder;
    private @Nullable FileChannel file;

    ChangeLog(Path folder) {
        this.folder = folder;
    }

    /** Appends an entry and syncs it. A whole one begins a new file, and the files before the previous one are deleted. */
    void append(long commit, boolean whole, ByteBuffer entry) throws IOException {
        FileChannel out = file;
        if (whole || out == null) {
            if (out != null) {
                out.close();
            }
            List<Path> before = files();
            out = FileChannel.open(
                    folder.resolve("changes-" + commit), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            file = out;
            for (int i = 0; i < before.size() - 1; i++) {
                Files.deleteIfExists(before.get(i));
            }
        }
        Meter.bytes(entry.remaining());
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);
        head.putLong(commit).putInt(entry.remaining()).flip();
        out.write(head);
        while (entry.hasRemaining()) {
            out.write(entry);
        }
        long begin = System.nanoTime();
        out.force(false);
        Meter.sync(System.nanoTime() - begin);
    }

    /** The counts as of a commit: those of the newest file that begins at or before it. */
    Map<String, Long> load(long commit) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        List<Path> files = files();
        for (int i = files.size() - 1; i >= 0; i--) {
            if (number(files.get(i)) <= commit) {
                read(files.get(i), commit, counts);
                return counts;
            }
        }
        throw new IOException("no changes up to commit " + commit + " in " + folder);
    }

    private static void read(Path path, long commit, Map<String, Long> counts) throws IOException {
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16))) {
            while (in.readLong() <= commit) {
                ByteBuffer entry = ByteBuffer.wrap(in.readNBytes(in.readInt()));
                while (entry.hasRemaining()) {
                    byte[] key = new byte[entry.get()];
                    entry.get(key);
                    counts.put(new String(key, StandardCharsets.UTF_8), entry.getLong());
                }
            }
        } catch (EOFException e) {
            return; // the last entry is that of the commit
        }
    }

    private List<Path> files() throws IOException {
        try (var paths = Files.list(folder)) {
            return new ArrayList<>(
                    paths.sorted(Comparator.comparingLong(ChangeLog::number)).toList());
        }
    }

    private static long number(Path path) {
        return Long.parseLong(path.getFileName().toString().replace("changes-", ""));
    }
}
