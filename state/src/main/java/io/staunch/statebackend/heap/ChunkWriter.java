package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.keys.KeyGroups;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes all states, group by group: one pass over each table, with an output for each key group. The outputs' memory is kept. */
final class ChunkWriter {
    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange range;
    private final BytesOut[] sections;
    private final int[] entries;
    private int expected = 256;

    ChunkWriter(Keys keys, int keyGroups, KeyGroupRange range) {
        this.keys = keys;
        this.keyGroups = keyGroups;
        this.range = range;
        this.sections = new BytesOut[range.last() - range.first() + 1];
        this.entries = new int[sections.length];
        for (int i = 0; i < sections.length; i++) {
            sections[i] = new BytesOut();
        }
    }

    /** No chunk if there is no state at all. */
    List<ByteBuffer> write(List<HeapState> states) {
        List<ByteBuffer> chunks = new ArrayList<>();
        var chunk = start();
        int empty = chunk.size();
        for (HeapState state : states) {
            sort(state);
            for (int i = 0; i < sections.length; i++) {
                if (entries[i] > 0) {
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

    private void sort(HeapState state) {
        for (int i = 0; i < sections.length; i++) {
            sections[i].clear();
            entries[i] = 0;
        }
        StateTable table = state.table();
        int capacity = table.capacity();
        for (int slot = 0; slot < capacity; slot++) {
            if (table.occupied(slot)) {
                long hash = table.hash(slot);
                int section = section(state, hash);
                keys.write(sections[section], hash, table.key(slot));
                state.codec().write(sections[section], table.value(slot));
                entries[section]++;
            }
        }
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
        chunk.writeVarInt(entries[section]);
        chunk.writeVarInt(sections[section].size());
        chunk.writeAll(sections[section]);
    }
}
