package io.staunch.runtime.job;

import io.staunch.store.StoreClaim.Chunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a checkpoint needs of each task's state: the chunks of a capture of everything and of all captures of changes since, in the order in
 * which they are restored. Immutable.
 */
record StateChunks(Map<Part, List<Chunk>> parts) {
    static final StateChunks NONE = new StateChunks(Map.of());

    /** The state of one operator in its task of this index. */
    record Part(String operator, int index) {}

    StateChunks {
        parts = Map.copyOf(parts);
    }

    List<Chunk> of(Part part) {
        return parts.getOrDefault(part, List.of());
    }

    /** The same with the chunks of one more part: those it had before, if it goes on from them, and new ones. */
    StateChunks with(Part part, List<Chunk> before, List<Chunk> added) {
        List<Chunk> chunks = new ArrayList<>(before);
        chunks.addAll(added);
        Map<Part, List<Chunk>> more = new HashMap<>(parts);
        if (more.put(part, List.copyOf(chunks)) != null) {
            throw new IllegalStateException(part + " has captured twice");
        }
        return new StateChunks(more);
    }
}
