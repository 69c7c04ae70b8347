package io.staunch.statebackend.heap;

import org.jspecify.annotations.Nullable;

/**
 * What a capture has still to write of one table: entries as they were when it began. An entry that is written, or looked at and not
 * wanted, is taken from here; one that is here has not been changed or moved since, except when the table has grown.
 */
final class Frozen {
    private final RemovedKeys removed;
    private long[] pending;
    private long @Nullable [] changed;
    private long[] pendingBefore = new long[0];
    private long @Nullable [] changedBefore;
    private int word;
    private int removedAt;

    /**
     * @param pending of slots; free ones may be among them
     * @param changed which of them have changed since the capture before; null if all have
     */
    Frozen(long[] pending, long @Nullable [] changed, RemovedKeys removed) {
        this.pending = pending;
        this.changed = changed;
        this.removed = removed;
    }

    /** All entries, of which these have changed. */
    static Frozen all(int slots, long[] changed, RemovedKeys removed) {
        return new Frozen(Bits.all(slots), changed, removed);
    }

    boolean holds(int slot) {
        return Bits.get(pending, slot);
    }

    /** Whether the entry has changed since the capture before. */
    boolean changed(int slot) {
        return changed == null || Bits.get(changed, slot);
    }

    void take(int slot) {
        Bits.clear(pending, slot);
    }

    /** The word of the bits to look at next, or -1 if nothing is frozen any more. */
    int word() {
        return word < pending.length ? word : -1;
    }

    /** The bits of {@link #word}. The caller takes all of them, and then calls {@link #next}. */
    long bits() {
        return pending[word];
    }

    void next() {
        pending[word++] = 0;
    }

    /** The removed key to write next, or -1 if there is none. */
    int nextRemoved() {
        return removedAt < removed.count() ? removedAt++ : -1;
    }

    RemovedKeys removed() {
        return removed;
    }

    void grow(int slots) {
        pendingBefore = pending;
        pending = new long[Bits.words(slots)];
        if (changed != null) {
            changedBefore = changed;
            changed = new long[pending.length];
        }
        word = 0;
    }

    void rehashed(int from, int to) {
        if (Bits.get(pendingBefore, from)) {
            Bits.set(pending, to);
            if (changed != null && changedBefore != null && Bits.get(changedBefore, from)) {
                Bits.set(changed, to);
            }
        }
    }

    void grown() {
        pendingBefore = new long[0];
        changedBefore = null;
    }
}
