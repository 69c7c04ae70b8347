package io.staunch.graph;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one record has changed in a table that is broadcast, on its way to those who read it: they see all of it or nothing.
 *
 * @param changes in their order
 */
public record BroadcastUpdate(List<Change> changes) {
    public BroadcastUpdate {
        changes = List.copyOf(changes);
    }

    /**
     * One change.
     *
     * @param value what is under the key now; null for nothing
     */
    public record Change(Object key, @Nullable Object value) {
        public Change {
            Objects.requireNonNull(key, "key");
        }
    }
}
