package io.staunch.files;

import java.util.zip.CRC32C;

/**
 * What is remembered of a file's first bytes, so that another file of its name is known for another one.
 *
 * @param length how many bytes there were, at most {@link #MOST}
 * @param checksum theirs, by CRC-32C
 */
record Head(int length, int checksum) {
    static final int MOST = 4096;
    static final Head NOTHING = of(new byte[0]);

    static Head of(byte[] first) {
        return of(first, first.length);
    }

    private static Head of(byte[] first, int length) {
        var crc = new CRC32C();
        crc.update(first, 0, length);
        return new Head(length, (int) crc.getValue());
    }

    /** Whether a file that begins with these bytes may be the one that this was made of. */
    boolean fits(byte[] first) {
        return first.length >= length && of(first, length).equals(this);
    }
}
