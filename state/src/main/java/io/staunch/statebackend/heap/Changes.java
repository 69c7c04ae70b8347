package io.staunch.statebackend.heap;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What has changed in a table since the last capture began: a bit for each slot whose value is new, and the keys that were removed. Removed
 * keys are noted only once everything was captured, and no more of them than make sense; after that only a capture of everything will do.
 * While a capture is written, its {@link Frozen} entries are kept here too, since slots that move take all their bits along.
 *
 * <p>A slot that is marked is not frozen: the first change of an entry is when the capture takes it.
 */
final class Changes {
    private static final int FEW = 1024;

    private final boolean objectKeys;
    private long[] marks;
    private long[] before = new long[0];
    private RemovedKeys removed;
    private boolean complete;
    private @Nullable Frozen frozen;

    Changes(int slots, boolean objectKeys) {
        this.objectKeys = objectKeys;
        marks = new long[Bits.words(slots)];
        removed = new RemovedKeys(objectKeys);
    }

    /** The slot's value is new, or may be changed in place. */
    void mark(int slot) {
        Bits.set(marks, slot);
    }

    /** A free slot was filled. */
    void inserted(int slot) {
        mark(slot);
        if (frozen != null) {
            frozen.take(slot);
        }
    }

    /** A slot has become free. */
    void emptied(int slot) {
        Bits.clear(marks, slot);
    }

    /** What was in one slot is in the other one now, which was free. */
    void moved(int from, int to) {
        if (Bits.get(marks, from)) {
            mark(to);
        } else {
            Bits.clear(marks, to);
        }
    }

    /** A key is about to be removed from a table of so many keys. */
    void removed(long hash, @Nullable Object key, int size) {
        if (!complete) {
            return;
        }
        if (removed.count() > Math.max(FEW, size)) {
            complete = false;
            removed = new RemovedKeys(objectKeys);
            return;
        }
        removed.add(hash, key);
    }

    /** Between this and {@link #grown} every occupied slot is told of by {@link #rehashed}. */
    void grow(int slots) {
        before = marks;
        marks = new long[Bits.words(slots)];
        if (frozen != null) {
            frozen.grow(slots);
        }
    }

    void rehashed(int from, int to) {
        if (Bits.get(before, from)) {
            Bits.set(marks, to);
        }
        if (frozen != null) {
            frozen.rehashed(from, to);
        }
    }

    void grown() {
        before = new long[0];
        if (frozen != null) {
            frozen.grown();
        }
    }

    /** Whether these are all changes since the last capture began. */
    boolean complete() {
        return complete;
    }

    /** How many entries have changed or were removed. */
    long count() {
        return Bits.count(marks) + removed.count();
    }

    /** The changes were given to a capture that nobody has; only a capture of everything will do now. */
    void lost() {
        complete = false;
        removed = new RemovedKeys(objectKeys);
        frozen = null;
    }

    /**
     * A capture begins: what has changed until now is frozen, and changes are counted anew.
     *
     * @param all whether entries that have not changed are frozen too
     */
    Frozen freeze(boolean all, int slots) {
        Frozen now = all ? Frozen.all(slots, marks, removed) : new Frozen(marks, null, removed);
        marks = new long[Bits.words(slots)];
        removed = new RemovedKeys(objectKeys);
        complete = true;
        frozen = now;
        return now;
    }

    /** The capture has all of it. */
    void thawed() {
        frozen = null;
    }

    /** Whether a capture has still to write what the slot holds. */
    boolean frozen(int slot) {
        return frozen != null && frozen.holds(slot);
    }

    /** What the capture that is being written has still to write. */
    Frozen frozen() {
        return Objects.requireNonNull(frozen, "no capture is being written");
    }
}
