package io.staunch.runtime.task;

import org.jspecify.annotations.Nullable;

/** The records that the outside of one sink has refused before, in this execution or an earlier one. Asked by the sink's tasks. */
public interface RefusedMemory {
    /** Whether nothing is remembered, or nothing any more. Costs next to nothing. */
    boolean isEmpty();

    /** Why the record was refused, or null if it was not. */
    @Nullable
    String reason(long origin);
}
