package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;

/** What a capture has written of one state and one key group so far. Its memory is kept from one capture to the next. */
final class Section {
    private final BytesOut removed = new BytesOut();
    private final BytesOut entries = new BytesOut();
    private int removedCount;
    private int entryCount;
    private boolean whole;

    /** Whether captures before this one may hold something of the group. */
    private boolean before;

    /**
     * A capture begins.
     *
     * @param nowWhole whether it holds everything of the group
     * @param alone whether it stands alone
     */
    void begin(boolean nowWhole, boolean alone) {
        boolean wrote = entryCount > 0 || (!whole && (before || removedCount > 0));
        before = !alone && wrote;
        removed.clear();
        entries.clear();
        removedCount = 0;
        entryCount = 0;
        whole = nowWhole;
    }

    boolean whole() {
        return whole;
    }

    /** To write a removed key to. */
    BytesOut removed() {
        removedCount++;
        return removed;
    }

    /** To write an entry to. */
    BytesOut entry() {
        entryCount++;
        return entries;
    }

    /** Whether there is something to write; that nothing is left where something was has to be written too. */
    boolean empty() {
        return removedCount == 0 && entryCount == 0 && !(whole && before);
    }

    int bytes() {
        return removed.size() + entries.size();
    }

    /** Appends the section, but for its state. */
    void append(BytesOut chunk, int group) {
        chunk.writeVarInt(group);
        chunk.writeBoolean(whole);
        chunk.writeVarInt(removedCount);
        chunk.writeVarInt(entryCount);
        chunk.writeVarInt(bytes());
        chunk.writeAll(removed);
        chunk.writeAll(entries);
    }
}
