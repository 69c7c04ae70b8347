package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.protocol.keys.KeyGroups;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the sections of wanted key groups into the tables, and passes over all others. */
final class ChunkReader {
    private final Keys keys;
    private final int keyGroups;
    private final KeyGroupRange wanted;
    private final List<HeapState> states;
    private final WrittenStates written;

    ChunkReader(Keys keys, int keyGroups, KeyGroupRange wanted, List<HeapState> states, WrittenStates written) {
        this.keys = keys;
        this.keyGroups = keyGroups;
        this.wanted = wanted;
        this.states = states;
        this.written = written;
    }

    void read(byte[] chunk) {
        var in = new BytesIn(chunk);
        ChunkFormat.TAG.read(in);
        int found = in.readVarInt();
        if (found != keyGroups) {
            throw new StaunchException(
                    "the state was captured in " + found + " key groups, and the job has " + keyGroups
                            + ": their number is fixed at the first start",
                    Remedy.FAIL_JOB);
        }
        while (in.remaining() > 0) {
            section(in);
        }
    }

    private void section(BytesIn in) {
        String name = in.readString();
        int from = in.offset();
        String kind = in.readString();
        int group = in.readVarInt();
        int removed = in.readVarInt();
        int entries = in.readVarInt();
        BytesIn section = in.part(in.readVarInt());
        HeapState state = state(name);
        if (state == null) {
            return;
        }
        if (!state.descriptor().kind().name().equals(kind)) {
            throw in.malformed(
                    from, "state '" + name + "' of kind " + state.descriptor().kind(), "kind " + kind);
        }
        if (!wanted.contains(group)) {
            return;
        }
        if (removed + 2L * entries > section.remaining()) {
            throw in.malformed(
                    section.offset(),
                    removed + " removed keys and " + entries + " entries",
                    section.remaining() + " bytes");
        }
        for (int i = 0; i < removed; i++) {
            remove(section, state, group);
        }
        state.table().reserve(entries);
        ValueReader<Object> values = written.reader(name, state.codec());
        for (int i = 0; i < entries; i++) {
            entry(section, state, group, values);
        }
        section.expectEnd();
        state.slot().forget();
    }

    /** Null for one that was dropped with consent. */
    private @Nullable HeapState state(String name) {
        for (HeapState state : states) {
            if (state.descriptor().name().equals(name)) {
                return state;
            }
        }
        written.dropped(name);
        return null;
    }

    private void remove(BytesIn in, HeapState state, int group) {
        Object key = key(in, group);
        StateTable table = state.table();
        int slot = table.find(keys.hash(key), keys.kept(key));
        if (slot >= 0) {
            table.remove(slot);
        }
    }

    private Object key(BytesIn in, int group) {
        int from = in.offset();
        Object key = keys.read(in);
        int found = KeyGroups.of(keys.hash(key), keyGroups);
        if (found != group) {
            throw in.malformed(from, "a key of key group " + group, "one of key group " + found);
        }
        return key;
    }

    private void entry(BytesIn in, HeapState state, int group, ValueReader<Object> values) {
        Object key = key(in, group);
        long hash = keys.hash(key);
        Object value = values.read(in);
        StateTable table = state.table();
        int slot = table.find(hash, keys.kept(key));
        if (slot >= 0) {
            table.replace(slot, value);
        } else {
            table.insert(~slot, hash, keys.kept(key), value);
        }
    }
}
