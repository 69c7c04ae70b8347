package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.FormatTag;

/**
 * How keyed state is written. A chunk is the tag, the number of key groups, and sections until its end; a section is the state's name and
 * kind, the key group, the number of removed keys, the number of entries, the length of both in bytes, the removed keys, and the entries: key
 * and value each. Removed keys go first: one that has come back is among the entries too. A chunk never splits a section.
 */
final class ChunkFormat {
    static final FormatTag TAG = new FormatTag("StKs", "chunk of keyed state", 1);

    /** A chunk that has reached this size is closed, so that state of any size can be captured. */
    static final int FULL = 256 << 20;

    private ChunkFormat() {}
}
