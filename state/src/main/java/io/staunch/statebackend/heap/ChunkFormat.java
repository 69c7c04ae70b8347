package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.FormatTag;

/**
 * How keyed state is written. A chunk is the tag, the number of key groups, and sections until its end; a section is the state's name and
 * kind, the key group, whether it is whole, the number of removed keys, the number of entries, the length of both in bytes, the removed keys,
 * and the entries: key and value each. A section that is whole stands for everything that was captured of its state and group before; in one
 * that is not, removed keys go first: one that has come back is among the entries too. A chunk never splits a section.
 *
 * <p>Version 1 says of no section that it is whole; there, only the first capture of several was of everything.
 */
final class ChunkFormat {
    static final FormatTag TAG = new FormatTag("StKs", "chunk of keyed state", 2);

    /** The first version in which a section says whether it is whole. */
    static final int WITH_WHOLE = 2;

    /** A chunk is closed before it is longer than this, unless one section is, so that state of any size can be captured. */
    static final int FULL = 256 << 20;

    private ChunkFormat() {}
}
