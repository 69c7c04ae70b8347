package io.staunch.jdbc;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Up to where a table may be read, so that no row comes in behind: a row gets its place in the order (its id, its time) before others see it, and a
 * transaction that commits late makes rows visible behind some that were read already.
 *
 * <p>Marks are set: the last row that is visible at a moment. Whoever is to come in before it has taken its place by then, and so, when some time has
 * passed, has written its row, and its transaction has a number. When every transaction that had a number then has ended, all rows before the mark are
 * visible that ever will be. Decides, and has no thread or clock of its own.
 */
final class SettledEnd {
    private static final int MOST_MARKS = 64;

    /**
     * What one look showed.
     *
     * @param last the last row that is visible; null if there is none
     * @param nextTransaction all transactions that had a number have one below this; known if it {@linkplain #asksForNumber was asked for}, or -1
     * @param oldestRunning all transactions below this number have ended; equal to {@code nextTransaction} where a database does not tell
     */
    record Look(@Nullable RowPosition last, long nextTransaction, long oldestRunning) {}

    private static final class Mark {
        final RowPosition last;
        final long setAtNanos;
        long transactionsBelow = -1;

        Mark(RowPosition last, long setAtNanos) {
            this.last = last;
            this.setAtNanos = setAtNanos;
        }
    }

    private final long settleNanos;
    private final Deque<Mark> marks = new ArrayDeque<>();
    private @Nullable RowPosition settled;

    /** @param settleNanos how long a transaction may take between taking a row's place and writing the row */
    SettledEnd(long settleNanos) {
        this.settleNanos = settleNanos;
    }

    /** Whether the next look is to show {@link Look#nextTransaction}, which takes a number itself. */
    boolean asksForNumber(long beforeNanos) {
        return marks.stream().anyMatch(mark -> asks(mark, beforeNanos));
    }

    private boolean asks(Mark mark, long nanos) {
        return mark.transactionsBelow < 0 && nanos - mark.setAtNanos >= settleNanos;
    }

    /**
     * Takes what a look showed.
     *
     * @param beforeNanos time before the look, monotonic
     * @param afterNanos time after it
     * @return the last row up to which all are visible; null if there is none yet
     */
    @Nullable
    RowPosition after(Look look, long beforeNanos, long afterNanos) {
        for (Mark mark : marks) {
            if (asks(mark, beforeNanos)) {
                mark.transactionsBelow = look.nextTransaction();
            }
        }
        while (!marks.isEmpty() && over(marks.getFirst(), look)) {
            settled = further(settled, marks.removeFirst().last);
        }
        RowPosition last = look.last();
        boolean news = last != null
                && (settled == null || last.compareTo(settled) > 0)
                && (marks.isEmpty() || last.compareTo(marks.getLast().last) > 0);
        if (last != null && news && marks.size() < MOST_MARKS) {
            marks.addLast(new Mark(last, afterNanos));
        }
        return settled;
    }

    private static boolean over(Mark mark, Look look) {
        return mark.transactionsBelow >= 0 && look.oldestRunning() >= mark.transactionsBelow;
    }

    private static RowPosition further(@Nullable RowPosition one, RowPosition other) {
        return one == null || other.compareTo(one) > 0 ? other : one;
    }
}
