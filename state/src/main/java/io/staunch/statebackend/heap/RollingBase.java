package io.staunch.statebackend.heap;

import java.util.Arrays;

/**
 * Decides of which key groups a capture holds everything, so that captures before it are not needed for ever. The key groups of a task are
 * a few parts, which take turns: over time as many entries are written because it is a part's turn as because they have changed, and each
 * part has its turn within {@value #MOST_CAPTURES} captures. When nearly everything changes each time, that is all parts, and the capture
 * stands alone.
 *
 * <p>Parts and not single groups, since a table is looked through as a whole for them.
 */
final class RollingBase {
    static final int MOST_CAPTURES = 200;

    private static final int MOST_PARTS = 8;

    private final boolean[] groups;
    private final long[] wholeSince;
    private int next;
    private long credit;
    private int owed;

    /** @param groups how many the task has */
    RollingBase(int groups) {
        this.groups = new boolean[groups];
        this.wholeSince = new long[Math.min(MOST_PARTS, groups)];
    }

    /** The next capture holds everything. */
    void everything(long capture) {
        Arrays.fill(groups, true);
        Arrays.fill(wholeSince, capture);
        credit = 0;
        owed = 0;
    }

    /**
     * Chooses for the next capture.
     *
     * @param capture its number, one more than that of the one before
     * @param changed how many entries have changed since
     * @param size how many there are
     */
    void choose(long capture, long changed, long size) {
        Arrays.fill(groups, false);
        int parts = wholeSince.length;
        long part = Math.max(1, size / parts);
        credit += changed;
        owed += parts;
        int chosen = 0;
        while (chosen < parts && (credit >= part || owed >= MOST_CAPTURES)) {
            takeTurn(capture);
            chosen++;
            credit = Math.max(0, credit - part);
            owed = Math.max(0, owed - MOST_CAPTURES);
        }
        if (chosen == parts) {
            credit = 0;
        }
    }

    private void takeTurn(long capture) {
        int parts = wholeSince.length;
        Arrays.fill(groups, next * groups.length / parts, (next + 1) * groups.length / parts, true);
        wholeSince[next] = capture;
        next = next + 1 == parts ? 0 : next + 1;
    }

    /** Whether the capture holds everything of this group, counted from the task's first one. */
    boolean whole(int group) {
        return groups[group];
    }

    /** Whether it does of at least one. */
    boolean any() {
        for (boolean group : groups) {
            if (group) {
                return true;
            }
        }
        return false;
    }

    /** The oldest capture that is needed. */
    long oldest() {
        return Arrays.stream(wholeSince).min().orElseThrow();
    }
}
