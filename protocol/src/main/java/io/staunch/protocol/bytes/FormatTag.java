package io.staunch.protocol.bytes;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;

/**
 * The first bytes of a format: four letters and a version, so that bytes of another format or of a newer release are recognised.
 *
 * @param magic four ASCII letters
 * @param what for messages, for example {@code checkpoint manifest}
 * @param newest the version that is written, and the newest that can be read; older ones down to 1 are read too
 */
public record FormatTag(String magic, String what, int newest) {
    public FormatTag {
        if (magic.length() != 4 || !magic.chars().allMatch(c -> c > 32 && c < 127)) {
            throw new IllegalArgumentException("a magic is four printable ASCII letters, not '" + magic + "'");
        }
        if (newest < 1) {
            throw new IllegalArgumentException("versions count from 1, not " + newest);
        }
    }

    public void write(BytesOut out) {
        for (int i = 0; i < 4; i++) {
            out.writeByte(magic.charAt(i));
        }
        out.writeVarInt(newest);
    }

    /** Whether the bytes begin with its letters, whatever the version. */
    public boolean begins(byte[] bytes) {
        if (bytes.length < 4) {
            return false;
        }
        for (int i = 0; i < 4; i++) {
            if (bytes[i] != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads and checks the tag.
     *
     * @return the version, 1 to {@link #newest}
     * @throws MalformedBytesException if the bytes are of another format
     * @throws StaunchException if a newer release wrote them
     */
    public int read(BytesIn in) {
        for (int i = 0; i < 4; i++) {
            int at = in.offset();
            int found = in.readByte();
            if (found != magic.charAt(i)) {
                throw new MalformedBytesException("these bytes are no " + what + ": expected '" + magic
                        + "' at their start, found byte " + (found & 0xff) + " at offset " + at);
            }
        }
        return check(in.readVarInt());
    }

    /** Refuses a version that this release can't read. */
    public int check(int version) {
        if (version > newest) {
            throw new StaunchException(
                    "this " + what + " was written by a newer Staunch, format " + version + "; this one reads up to "
                            + newest + ". Use the release that wrote it, or a later one",
                    Remedy.FAIL_JOB);
        }
        if (version < 1) {
            throw new MalformedBytesException("this " + what + " has format version " + version + ", which never was");
        }
        return version;
    }
}
