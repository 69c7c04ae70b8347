package io.staunch.testkit.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** The bytes of a file: as processes see them, and what is left of them when the power fails. */
final class SimulatedFile {
    private static final int SECTOR = 512;
    private static final byte[] NOTHING = {};

    private final long number;
    private byte[] bytes;
    private int length;
    /** Up to here the bytes are as they were at the last sync. */
    private int stable;
    /** How long the file was at the last sync: longer than what is stable if it was truncated since. */
    private int durableLength;
    /** What was truncated since the last sync, from {@code ghostFrom} on: the disk may still hold it. */
    private byte[] ghost = NOTHING;

    private int ghostFrom;
    /** What failed syncs were to write. */
    private final List<Range> dropped = new ArrayList<>();

    private record Range(int from, int to) {}

    private SimulatedFile(long number, byte[] bytes) {
        this.number = number;
        this.bytes = bytes;
    }

    /** @param number of the file on its disk */
    static SimulatedFile empty(long number) {
        return new SimulatedFile(number, new byte[256]);
    }

    static SimulatedFile durable(long number, byte[] content) {
        var file = new SimulatedFile(number, content.clone());
        file.length = content.length;
        file.sync();
        return file;
    }

    /** Whatever it is called. */
    String identity() {
        return "file-" + number;
    }

    int length() {
        return length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** Appends the first {@code count} of the remaining bytes. */
    void append(ByteBuffer source, int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(length, count)));
        }
        source.get(bytes, length, count);
        length += count;
    }

    byte[] read(long offset, int count) {
        int from = (int) Math.min(offset, length);
        return Arrays.copyOfRange(bytes, from, (int) Math.min(length, (long) from + count));
    }

    void truncate(int newLength) {
        if (newLength >= length) {
            return;
        }
        int ghostEnd = Math.max(length, ghostFrom + ghost.length);
        int from = ghost.length == 0 ? newLength : Math.min(newLength, ghostFrom);
        byte[] newGhost = new byte[ghostEnd - from];
        System.arraycopy(ghost, 0, newGhost, ghost.length == 0 ? 0 : ghostFrom - from, ghost.length);
        System.arraycopy(bytes, newLength, newGhost, newLength - from, length - newLength);
        ghost = newGhost;
        ghostFrom = from;
        length = newLength;
        stable = Math.min(stable, newLength);
        dropped.removeIf(range -> range.from >= newLength);
    }

    void sync() {
        stable = length;
        durableLength = length;
        ghost = NOTHING;
        ghostFrom = 0;
    }

    void syncFailed() {
        if (stable < length) {
            dropped.add(new Range(stable, length));
        }
    }

    /** These bytes were written anew and synced: what failed syncs were to write of them is there now. */
    void rewritten(int from, int to) {
        List<Range> left = new ArrayList<>();
        for (Range range : dropped) {
            if (range.from < from) {
                left.add(new Range(range.from, Math.min(range.to, from)));
            }
            if (range.to > to) {
                left.add(new Range(Math.max(range.from, to), range.to));
            }
        }
        dropped.clear();
        dropped.addAll(left);
    }

    /** The power fails; what is left is durable. */
    void crash(RandomGenerator chance) {
        if (stable < length || durableLength != length) {
            switch (chance.nextInt(4)) {
                case 0 -> asSynced();
                case 1 -> {
                    // All had reached the disk.
                }
                case 2 -> prefix(chance);
                default -> sectors(chance);
            }
        }
        for (Range range : dropped) {
            if (range.from < length && chance.nextInt(2) == 0) {
                Arrays.fill(bytes, range.from, Math.min(range.to, length), (byte) 0);
            }
        }
        dropped.clear();
        sync();
    }

    private void asSynced() {
        int kept = stable;
        resize(durableLength);
        for (int i = kept; i < durableLength; i++) {
            bytes[i] = old(i);
        }
    }

    private void prefix(RandomGenerator chance) {
        if (length - stable > 1) {
            length = stable + 1 + chance.nextInt(length - stable - 1);
        }
    }

    private void sectors(RandomGenerator chance) {
        int written = length;
        int end = ghost.length == 0 ? written : Math.max(written, ghostFrom + ghost.length);
        boolean truncationLost = end > written && chance.nextInt(2) == 0;
        resize(truncationLost ? end : written);
        for (int from = stable; from < length; from = (from / SECTOR + 1) * SECTOR) {
            int to = Math.min(length, (from / SECTOR + 1) * SECTOR);
            boolean reached = chance.nextInt(2) == 0;
            for (int i = from; i < to; i++) {
                if (!reached || i >= written) {
                    bytes[i] = old(i);
                }
            }
        }
    }

    private byte old(int at) {
        return at >= ghostFrom && at < ghostFrom + ghost.length ? ghost[at - ghostFrom] : 0;
    }

    private void resize(int newLength) {
        bytes = bytes.length < newLength ? Arrays.copyOf(bytes, newLength) : bytes;
        length = newLength;
    }
}
