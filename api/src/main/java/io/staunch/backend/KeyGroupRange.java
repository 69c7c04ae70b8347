package io.staunch.backend;

/**
 * Key groups of one task.
 *
 * @param first the first one
 * @param last the last one, inclusive
 */
public record KeyGroupRange(int first, int last) {
    public KeyGroupRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("key groups from " + first + " to " + last + " are no range");
        }
    }

    /** The groups of one task out of several; every group belongs to exactly one task. */
    public static KeyGroupRange of(int task, int parallelism, int keyGroups) {
        int first = (task * keyGroups + parallelism - 1) / parallelism;
        int last = ((task + 1) * keyGroups + parallelism - 1) / parallelism - 1;
        return new KeyGroupRange(first, last);
    }

    /** The task that a group belongs to: the inverse of {@link #of}. */
    public static int task(int keyGroup, int parallelism, int keyGroups) {
        return keyGroup * parallelism / keyGroups;
    }

    public boolean contains(int keyGroup) {
        return keyGroup >= first && keyGroup <= last;
    }

    public boolean intersects(KeyGroupRange other) {
        return first <= other.last && other.first <= last;
    }
}
