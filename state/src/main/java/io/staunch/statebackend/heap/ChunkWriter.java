package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesOut;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Makes chunks of the sections of a capture, one section after the other. Used once. */
final class ChunkWriter {
    /** A section costs as much as an entry for each of so many bytes. */
    private static final int BYTES_PER_ENTRY = 64;

    private final List<StateCapture> states;
    private final int keyGroups;
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private BytesOut chunk = new BytesOut(0);
    private int room;
    private int state;
    private int section;

    ChunkWriter(List<StateCapture> states, int keyGroups) {
        this.states = states;
        this.keyGroups = keyGroups;
    }

    /** Writes on, at least one section. Returns whether all are written. */
    boolean advance(int budget) {
        int left = Math.max(1, budget);
        while (!finished() && left > 0) {
            left -= 1 + next() / BYTES_PER_ENTRY;
        }
        return finished();
    }

    boolean finished() {
        return state == states.size();
    }

    /** No chunk if there was nothing to write. */
    List<ByteBuffer> chunks() {
        if (chunk.size() > 0) {
            chunks.add(chunk.toBuffer());
            chunk = new BytesOut(0);
        }
        return chunks;
    }

    private int next() {
        StateCapture current = states.get(state);
        int bytes = current.bytes(section);
        if (bytes > 0) {
            if (bytes > room) {
                start();
            }
            current.append(chunk, section);
            room -= bytes;
        }
        if (++section == current.sections()) {
            section = 0;
            state++;
        }
        return bytes;
    }

    /** A chunk for what is left to write, or as much of it as goes into one. */
    private void start() {
        if (chunk.size() > 0) {
            chunks.add(chunk.toBuffer());
        }
        room = expected();
        chunk = new BytesOut(room + 16);
        ChunkFormat.TAG.write(chunk);
        chunk.writeVarInt(keyGroups);
    }

    private int expected() {
        int from = section;
        int all = 0;
        for (int i = state; i < states.size(); i++) {
            for (int j = from; j < states.get(i).sections(); j++) {
                int bytes = states.get(i).bytes(j);
                if (all > 0 && bytes > ChunkFormat.FULL - all) {
                    return all;
                }
                all += bytes;
            }
            from = 0;
        }
        return all;
    }
}
