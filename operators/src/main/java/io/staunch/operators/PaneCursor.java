package io.staunch.operators;

/**
 * Where a key is in its windows.
 *
 * @param newest the beginning of its newest pane
 * @param due the end of the next window that gives its result on time; {@link #NEVER} if there is none
 */
record PaneCursor(long newest, long due) {
    static final long NEVER = Long.MAX_VALUE;

    static PaneCursor at(long newest) {
        return new PaneCursor(newest, NEVER);
    }

    PaneCursor newest(long other) {
        return new PaneCursor(other, due);
    }

    PaneCursor due(long other) {
        return new PaneCursor(newest, other);
    }
}
