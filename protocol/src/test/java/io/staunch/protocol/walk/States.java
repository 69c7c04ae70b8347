package io.staunch.protocol.walk;

/** A set of states, each a row of as many ints, numbered in the order in which they come. */
final class States {
    private final int width;
    private final Ints rows = new Ints();

    /** Open addressing: the hash above, the number plus one below. */
    private long[] table = new long[1 << 16];

    private int count;

    States(int width) {
        this.width = width;
    }

    int count() {
        return count;
    }

    /** The number of a state; one that was not known yet gets the next one. */
    int number(int[] row) {
        int hash = hash(row);
        int mask = table.length - 1;
        int place = hash & mask;
        for (long slot = table[place]; slot != 0; slot = table[place]) {
            if ((int) (slot >>> 32) == hash && equal((int) slot - 1, row)) {
                return (int) slot - 1;
            }
            place = place + 1 & mask;
        }
        for (int value : row) {
            rows.add(value);
        }
        table[place] = (long) hash << 32 | ++count;
        if (2 * count > table.length) {
            grow();
        }
        return count - 1;
    }

    void row(int state, int[] into) {
        for (int i = 0; i < width; i++) {
            into[i] = rows.get(state * width + i);
        }
    }

    private boolean equal(int state, int[] row) {
        for (int i = 0; i < width; i++) {
            if (rows.get(state * width + i) != row[i]) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        long[] old = table;
        table = new long[2 * old.length];
        int mask = table.length - 1;
        for (long slot : old) {
            if (slot != 0) {
                int place = (int) (slot >>> 32) & mask;
                while (table[place] != 0) {
                    place = place + 1 & mask;
                }
                table[place] = slot;
            }
        }
    }

    private static int hash(int[] row) {
        long hash = 0;
        for (int value : row) {
            hash = (hash ^ value) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return (int) (hash >>> 32);
    }
}
