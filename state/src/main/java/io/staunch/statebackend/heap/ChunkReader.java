package io.staunch.statebackend.heap;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.protocol.keys.KeyGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** The oldest first. What a later section stands for as a whole is passed over without being read. */
    void read(List<byte[]> chunks) {
        List<SectionHead> heads = new ArrayList<>();
        for (byte[] chunk : chunks) {
            heads(chunk, heads);
        }
        Map<Place, Integer> wholes = new HashMap<>();
        for (int i = 0; i < heads.size(); i++) {
            if (heads.get(i).whole()) {
                wholes.put(heads.get(i).place(), i);
            }
        }
        for (int i = 0; i < heads.size(); i++) {
            if (i >= wholes.getOrDefault(heads.get(i).place(), 0)) {
                section(heads.get(i));
            }
        }
    }

    /** Whose a section is. */
    private record Place(String state, int group) {}

    /**
     * A section that is wanted.
     *
     * @param content removed keys and entries
     */
    private record SectionHead(
            Place place, HeapState state, boolean whole, int removed, int entries, BytesIn content) {}

    private void heads(byte[] chunk, List<SectionHead> heads) {
        var in = new BytesIn(chunk);
        int version = ChunkFormat.TAG.read(in);
        int found = in.readVarInt();
        if (found != keyGroups) {
            throw new StaunchException(
                    "the state was captured in " + found + " key groups, and the job has " + keyGroups
                            + ": their number is fixed at the first start",
                    Remedy.FAIL_JOB);
        }
        while (in.remaining() > 0) {
            SectionHead head = head(in, version);
            if (head != null) {
                heads.add(head);
            }
        }
    }

    private @Nullable SectionHead head(BytesIn in, int version) {
        String name = in.readString();
        int from = in.offset();
        String kind = in.readString();
        int group = in.readVarInt();
        boolean whole = version >= ChunkFormat.WITH_WHOLE && in.readBoolean();
        int removed = in.readVarInt();
        int entries = in.readVarInt();
        BytesIn content = in.part(in.readVarInt());
        HeapState state = state(name);
        if (state == null) {
            return null;
        }
        if (!state.descriptor().kind().name().equals(kind)) {
            throw in.malformed(
                    from, "state '" + name + "' of kind " + state.descriptor().kind(), "kind " + kind);
        }
        if (removed + 2L * entries > content.remaining()) {
            throw in.malformed(
                    content.offset(),
                    removed + " removed keys and " + entries + " entries",
                    content.remaining() + " bytes");
        }
        return wanted.contains(group)
                ? new SectionHead(new Place(name, group), state, whole, removed, entries, content)
                : null;
    }

    private void section(SectionHead head) {
        HeapState state = head.state();
        BytesIn content = head.content();
        int group = head.place().group();
        for (int i = 0; i < head.removed(); i++) {
            remove(content, state, group);
        }
        state.table().reserve(head.entries());
        ValueReader<Object> values = written.reader(head.place().state(), state.codec());
        for (int i = 0; i < head.entries(); i++) {
            entry(content, state, group, values);
        }
        content.expectEnd();
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
