package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.StateBackend;
import io.staunch.graph.BroadcastUpdate;
import io.staunch.graph.KeySelector;
import io.staunch.graph.KeyedOperation;
import io.staunch.operators.Operators;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.time.Reached;
import io.staunch.state.BroadcastState;
import io.staunch.state.MapState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task's copy of a table that is broadcast. Owned by the task's worker.
 *
 * <p><i>Invariant.</i> When the task has taken all that its channels had before a barrier, the copy is the table that the task which makes it captures at that barrier. So
 * checkpoints have the table once, and a copy captures nothing: it is restored from the table, at any parallelism.
 */
final class BroadcastCopy implements BroadcastState<Object, Object> {
    private final Map<Object, Object> entries = new LinkedHashMap<>();
    private final Map<Object, Object> view = Collections.unmodifiableMap(entries);

    /**
     * Begins with what a checkpoint has of the table.
     *
     * @param restored of the operator that makes it
     */
    void restore(StateBackend backends, KeyedOperation.Broadcast broadcast, int keyGroups, Restored restored) {
        var all = new KeyGroupRange(0, keyGroups - 1);
        try (KeyedBackend backend = backends.keyed(KeySelector.Kind.INT, int.class, keyGroups, all)) {
            MapState<Object, Object> table = Operators.table(broadcast, backend);
            backend.written(restored.texts());
            List<byte[]> chunks = restored.chunks().stream()
                    .filter(chunk -> !Reached.is(chunk))
                    .toList();
            backend.restore(chunks, all);
            backend.select(KeyHash.of(KeyedOperation.Broadcast.KEY), null);
            entries.putAll(table.entries());
        }
    }

    void apply(BroadcastUpdate update) {
        for (BroadcastUpdate.Change change : update.changes()) {
            if (change.value() == null) {
                entries.remove(change.key());
            } else {
                entries.put(change.key(), change.value());
            }
        }
    }

    @Override
    public @Nullable Object get(Object key) {
        return entries.get(key);
    }

    @Override
    public Map<Object, Object> entries() {
        return view;
    }
}
