package io.staunch.operators;

/**
 * Where a key is in its windows.
 *
 * @param newest the beginning of its newest pane
 * @param due the end of the next window that gives its result on time; {@link #NEVER} if there is none
 * @param from of the panes that the running window holds, the beginning of the first; as {@code to} if it holds none
 * @param to the end of the last
 * @param parts how many of them there are
 */
record PaneCursor(long newest, long due, long from, long to, long parts) {
    static final long NEVER = Long.MAX_VALUE;

    static PaneCursor at(long newest) {
        return new PaneCursor(newest, NEVER, 0, 0, 0);
    }

    PaneCursor newest(long other) {
        return new PaneCursor(other, due, from, to, parts);
    }

    PaneCursor due(long other) {
        return new PaneCursor(newest, other, from, to, parts);
    }

    PaneCursor running(long first, long end, long count) {
        return new PaneCursor(newest, due, first, end, count);
    }

    /** Whether the running window holds a pane. */
    boolean holds(long pane) {
        return pane >= from && pane < to;
    }
}
