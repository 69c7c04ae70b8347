package io.staunch.protocol.walk;

import java.util.Arrays;

/** A list of ints that grows. */
final class Ints {
    private static final int BITS = 18;

    private int[][] chunks = new int[4][];
    private int size;

    int size() {
        return size;
    }

    int get(int index) {
        return chunks[index >> BITS][index & (1 << BITS) - 1];
    }

    void add(int value) {
        int chunk = size >> BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new int[1 << BITS];
        }
        chunks[chunk][size & (1 << BITS) - 1] = value;
        size++;
    }
}
