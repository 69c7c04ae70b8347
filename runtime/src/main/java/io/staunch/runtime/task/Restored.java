package io.staunch.runtime.task;

import io.staunch.protocol.codec.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the restored checkpoint holds of an operator.
 *
 * @param chunks in the order of their capture; empty if it holds nothing
 * @param types the schemas by which all of them were written, of each state by its name
 */
public record Restored(List<byte[]> chunks, Map<String, List<Schema>> types) {
    /** Nothing. */
    public static final Restored NOTHING = new Restored(List.of(), Map.of());

    public Restored {
        chunks = List.copyOf(chunks);
        types = Map.copyOf(types);
    }

    /** The schemas as text. */
    Map<String, List<String>> texts() {
        Map<String, List<String>> texts = new HashMap<>();
        types.forEach((state, schemas) ->
                texts.put(state, schemas.stream().map(Schema::text).toList()));
        return texts;
    }
}
