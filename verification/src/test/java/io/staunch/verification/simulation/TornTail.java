package io.staunch.verification.simulation;

import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The newest segment of a store as a reader sees it that takes what is left of a frame for a whole one: what is missing reads as zeros, and
 * every checksum is right. Knows the first 32 bytes of a frame: checksum of the other 28, type and "Stf", length of the body, checksum of the
 * body, offset, and how much is durable.
 */
record TornTail(String name, byte[] content) {
    private static final int HEAD = 32;
    private static final int MAGIC = 'S' << 16 | 't' << 8 | 'f';
    private static final int BODY_LENGTH = 8;
    private static final int BODY_CHECKSUM = 12;
    private static final int OFFSET = 16;
    private static final int LONGEST_BODY = 1 << 20;

    static @Nullable TornTail of(DiskFolder folder, List<String> names) throws IOException {
        String newest = names.stream()
                .filter(name -> name.endsWith(".log"))
                .max(String::compareTo)
                .orElse(null);
        if (newest == null) {
            return null;
        }
        byte[] there = folder.read(newest, 0, (int) folder.length(newest));
        return new TornTail(newest, accepted(there));
    }

    boolean isOf(String file) {
        return file.equals(name);
    }

    long length() {
        return content.length;
    }

    byte[] read(long offset, int length) {
        int from = (int) Math.min(offset, content.length);
        return Arrays.copyOfRange(content, from, Math.min(from + length, content.length));
    }

    private static byte[] accepted(byte[] there) {
        byte[] whole = there;
        int at = 0;
        while (at + HEAD <= whole.length) {
            ByteBuffer head = ByteBuffer.wrap(whole, at, HEAD).slice();
            int length = head.getInt(BODY_LENGTH);
            boolean frame = (head.getInt(4) & 0xFFFFFF) == MAGIC && head.getLong(OFFSET) == at;
            if (!frame || length < 0 || length > LONGEST_BODY) {
                break;
            }
            int end = at + HEAD + length;
            if (end > whole.length) {
                whole = Arrays.copyOf(whole, end);
                head = ByteBuffer.wrap(whole, at, HEAD).slice();
            }
            head.putInt(BODY_CHECKSUM, checksum(whole, at + HEAD, length));
            head.putInt(0, checksum(whole, at + 4, HEAD - 4));
            at = end;
        }
        return whole;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
