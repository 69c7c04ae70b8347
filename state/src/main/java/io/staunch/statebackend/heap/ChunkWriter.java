package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.keys.KeyGroups;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes all states or their changes, group by group: one pass over each table, with an output for each key group. The outputs' memory is
 * kept.
 */
final class ChunkWriter {
    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final BytesOut[] sections;
    private final int[] removed;
    private final int[] entries;
    private int expected = 256;

    ChunkWriter(Keys keys, int keyGroups, KeyGroupRange range) {
        this.keys = keys;
        this.keyGroups = keyGroups;
        this.range = range;
        this.sections = new BytesOut[range.last() - range.first() + 1];
        this.removed = new int[sections.length];
        this.entries = new int[sections.length];
        for (int i = 0; i < sections.length; i++) {
            sections[i] = new BytesOut();
        }
    }

    /** No chunk if there is nothing to write. Changes are counted anew from here on. */
    List<ByteBuffer> write(List<HeapState> states, Extent extent) {
        List<ByteBuffer> chunks = new ArrayList<>();
        var chunk = start();
        int empty = chunk.size();
        for (HeapState state : states) {
            sort(state, extent);
            for (int i = 0; i < sections.length; i++) {
                if (removed[i] > 0 || entries[i] > 0) {
                    if (chunk.size() >= ChunkFormat.FULL) {
                        chunks.add(chunk.toBuffer());
                        chunk = start();
                    }
                    append(chunk, state, i);
                }
            }
        }
        if (chunk.size() > empty) {
            chunks.add(chunk.toBuffer());
        }
        expected = chunk.size() + chunk.size() / 8;
        return chunks;
    }

    private BytesOut start() {
        var chunk = new BytesOut(expected);
        ChunkFormat.TAG.write(chunk);
        chunk.writeVarInt(keyGroups);
        return chunk;
    }

    private void sort(HeapState state, Extent extent) {
        for (int i = 0; i < sections.length; i++) {
            sections[i].clear();
            removed[i] = 0;
            entries[i] = 0;
        }
        if (extent == Extent.WHOLE) {
            all(state);
        } else {
            changes(state);
        }
        state.table().changes().captured();
    }

    private void all(HeapState state) {
        StateTable table = state.table();
        int capacity = table.capacity();
        for (int slot = 0; slot < capacity; slot++) {
            if (table.occupied(slot)) {
                entry(state, table, slot);
            }
        }
    }

    private void changes(HeapState state) {
        StateTable table = state.table();
        Changes changes = table.changes();
        for (int i = 0; i < changes.removed(); i++) {
            long hash = changes.removedHash(i);
            int section = section(state, hash);
            keys.write(sections[section], hash, changes.removedKey(i));
            removed[section]++;
        }
        for (int slot = changes.next(0); slot >= 0; slot = changes.next(slot + 1)) {
            entry(state, table, slot);
        }
    }

    private void entry(HeapState state, StateTable table, int slot) {
        long hash = table.hash(slot);
        int section = section(state, hash);
        keys.write(sections[section], hash, table.key(slot));
        state.codec().write(sections[section], table.value(slot));
        entries[section]++;
    }

    private int section(HeapState state, long hash) {
        int group = KeyGroups.of(hash, keyGroups);
        if (!range.contains(group)) {
            throw new IllegalStateException("state '" + state.descriptor().name() + "' holds a key of key group "
                    + group + ", but this task has " + range);
        }
        return group - range.first();
    }

    private void append(BytesOut chunk, HeapState state, int section) {
        chunk.writeString(state.descriptor().name());
        chunk.writeString(state.descriptor().kind().name());
        chunk.writeVarInt(range.first() + section);
        chunk.writeVarInt(removed[section]);
        chunk.writeVarInt(entries[section]);
        chunk.writeVarInt(sections[section].size());
        chunk.writeAll(sections[section]);
    }
}
