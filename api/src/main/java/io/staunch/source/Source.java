package io.staunch.source;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * A description of where records come from: an immutable value. One source is read by several readers, each with splits of its own;
 * the positions of all splits are kept in checkpoints and nowhere else.
 *
 * @param <T> the records
 */
public interface Source<T> extends Serializable {
    /** For messages and reports: what is read, without secrets. For example {@code kafka topic flights at localhost:9092}. */
    String description();

    /** What this source offers as configured. */
    Offer offer();

    /** All mistakes in its configuration, one sentence each; empty if there are none. Looks at nothing outside. */
    default List<String> problems() {
        return List.of();
    }

    /**
     * Looks at the outside, for a {@linkplain io.staunch.guarantee.LiveReport report}: whether that keeps what the offer leans on. Changes
     * nothing there that stays. Blocks. What can't be seen is a finding too; an exception says that nothing could be.
     */
    default List<Finding> look(LookContext context) {
        return List.of();
    }

    /** Side outputs that it emits to; each must be read by somebody. */
    default List<SideOutput<?>> sideOutputs() {
        return List.of();
    }

    /**
     * Whether its readers say of which split each record is ({@link SourceOutput#split}) and leave alone splits that are {@linkplain
     * SourceReader#pause paused}. Event time needs that.
     */
    default boolean bySplit() {
        return false;
    }

    /** The place of the next record of a split, to be compared with {@link SourceReader#place}; empty if the source can't say it. */
    default Optional<RecordPlace> placeOf(Split split) {
        return Optional.empty();
    }

    /** Finds splits. Called once per attempt, on a thread of the engine that may block. */
    SplitEnumerator enumerator(SourceContext context);

    /** Reads splits. Called once per task and attempt, on the task's worker: must not block. */
    SourceReader<T> reader(SourceContext context);
}
