package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.keys.KeyGroups;

/**
 * One state's part of captures: writes frozen entries, in turn or because they are about to change, to an output for each key group. Serves
 * one capture after the other.
 */
final class StateCapture implements StateTable.LastLook {
    private final HeapState state;
    private final StateTable table;
    private final Changes changes;
    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final RollingBase base;
    private final Section[] sections;
    private boolean finished = true;

    StateCapture(HeapState state, Keys keys, int keyGroups, KeyGroupRange range) {
        this.state = state;
        this.table = state.table();
        this.changes = table.changes();
        this.keys = keys;
        this.keyGroups = keyGroups;
        this.range = range;
        this.sections = new Section[range.last() - range.first() + 1];
        this.base = new RollingBase(sections.length);
        for (int i = 0; i < sections.length; i++) {
            sections[i] = new Section();
        }
        table.lastLook(this);
    }

    /**
     * Decides what the next capture holds of this state.
     *
     * @return the oldest capture that it needs
     */
    long choose(long capture, boolean everything) {
        if (everything || !changes.complete()) {
            base.everything(capture);
        } else {
            base.choose(capture, changes.count(), table.size());
        }
        return base.oldest();
    }

    /** Freezes what was chosen. */
    void begin(boolean alone) {
        state.slot().settle();
        for (int i = 0; i < sections.length; i++) {
            sections[i].begin(base.whole(i), alone);
        }
        changes.freeze(base.any(), table.capacity());
        finished = false;
    }

    /** The capture is not written any further. */
    void drop() {
        changes.lost();
        finished = true;
    }

    boolean finished() {
        return finished;
    }

    /** Writes about so many entries, and returns how many more could have been written; 0 or less unless it is finished. */
    int advance(int budget) {
        if (finished) {
            return budget;
        }
        Frozen frozen = changes.frozen();
        int left = budget;
        for (int at = 0; left > 0 && (at = frozen.nextRemoved()) >= 0; left--) {
            removed(frozen.removed(), at);
        }
        while (left > 0) {
            int word = frozen.word();
            if (word < 0) {
                changes.thawed();
                finished = true;
                return left;
            }
            left -= 1 + word(frozen, word);
        }
        return left;
    }

    private void removed(RemovedKeys removed, int at) {
        long hash = removed.hash(at);
        Section section = section(hash);
        if (!section.whole()) {
            keys.write(section.removed(), hash, removed.key(at));
        }
    }

    /** Returns how many entries were looked at. */
    private int word(Frozen frozen, int word) {
        long bits = frozen.bits();
        if (bits == 0) {
            frozen.next();
            return 0;
        }
        bits &= table.occupiedOf(word);
        int first = word << 6;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            write(frozen, first + Long.numberOfTrailingZeros(rest));
        }
        frozen.next();
        return Long.bitCount(bits);
    }

    @Override
    public void changing(int slot) {
        Frozen frozen = changes.frozen();
        write(frozen, slot);
        frozen.take(slot);
    }

    private void write(Frozen frozen, int slot) {
        long hash = table.hash(slot);
        Section section = section(hash);
        if (section.whole() || frozen.changed(slot)) {
            table.write(slot, keys, section.entry());
        }
    }

    private Section section(long hash) {
        int group = KeyGroups.of(hash, keyGroups);
        if (!range.contains(group)) {
            throw new IllegalStateException("state '" + state.descriptor().name() + "' holds a key of key group "
                    + group + ", but this task has " + range);
        }
        return sections[group - range.first()];
    }

    /** How many sections there are: one for each key group. */
    int sections() {
        return sections.length;
    }

    /** Length of a section in a chunk, about and rather too much; 0 if there is none. */
    int bytes(int section) {
        int names = 3 * state.descriptor().name().length() + 64;
        return sections[section].empty() ? 0 : names + sections[section].bytes();
    }

    void append(BytesOut chunk, int section) {
        chunk.writeString(state.descriptor().name());
        chunk.writeString(state.descriptor().kind().name());
        sections[section].append(chunk, range.first() + section);
    }
}
