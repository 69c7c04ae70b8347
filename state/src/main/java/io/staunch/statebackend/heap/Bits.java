package io.staunch.statebackend.heap;

import java.util.Arrays;

/** A bit for each slot of a table, in longs. */
final class Bits {
    private Bits() {}

    static int words(int slots) {
        return (slots + 63) >>> 6;
    }

    /** A bit set for each slot. */
    static long[] all(int slots) {
        long[] words = new long[words(slots)];
        Arrays.fill(words, slots < 64 ? (1L << slots) - 1 : -1L);
        return words;
    }

    /** How many are set. */
    static long count(long[] words) {
        long count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    static boolean get(long[] words, int slot) {
        return (words[slot >> 6] & 1L << slot) != 0;
    }

    static void set(long[] words, int slot) {
        words[slot >> 6] |= 1L << slot;
    }

    static void clear(long[] words, int slot) {
        words[slot >> 6] &= ~(1L << slot);
    }
}
