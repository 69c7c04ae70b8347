package io.staunch.runtime.job;

import io.staunch.store.StoreClaim.Chunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a checkpoint needs of each task's state: the chunks of its capture and of those before that it needs, the oldest first. Immutable.
 *
 * @param parts of each part its captures, each with its chunks
 */
record StateChunks(Map<Part, List<List<Chunk>>> parts) {
    static final StateChunks NONE = new StateChunks(Map.of());

    /** The state of one operator in its task of this index. */
    record Part(String operator, int index) {}

    StateChunks {
        parts = Map.copyOf(parts);
    }

    /** In the order in which they are restored. */
    List<Chunk> of(Part part) {
        List<Chunk> chunks = new ArrayList<>();
        captures(part).forEach(chunks::addAll);
        return chunks;
    }

    /**
     * The same with one more part.
     *
     * @param before what the checkpoint before had
     * @param needs how many of the captures before are needed
     * @param added the chunks of the new capture
     */
    StateChunks with(Part part, StateChunks before, int needs, List<Chunk> added) {
        List<List<Chunk>> there = before.captures(part);
        if (needs > there.size()) {
            throw new IllegalStateException(
                    "a capture of operator '" + part.operator() + "' in its task " + part.index()
                            + " needs " + needs + " captures before it, and there are " + there.size()
                            + ": the state backend counts them wrong");
        }
        List<List<Chunk>> captures = new ArrayList<>(there.subList(there.size() - needs, there.size()));
        captures.add(List.copyOf(added));
        Map<Part, List<List<Chunk>>> more = new HashMap<>(parts);
        if (more.put(part, List.copyOf(captures)) != null) {
            throw new IllegalStateException(part + " has captured twice");
        }
        return new StateChunks(more);
    }

    private List<List<Chunk>> captures(Part part) {
        return parts.getOrDefault(part, List.of());
    }
}
