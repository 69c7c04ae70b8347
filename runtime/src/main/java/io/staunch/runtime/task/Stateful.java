package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.data.Barrier;
import java.util.List;

/** Something in a task whose state is part of checkpoints. */
public interface Stateful {
    /** The operator's name. */
    String operator();

    /**
     * Begins to capture what the checkpoint of this barrier needs of it: everything, or what has changed since the barrier's durable
     * checkpoint.
     */
    Capture capture(Barrier barrier);

    /** Places of the records that are in flight in the newest capture; without those that have none. */
    default List<SourcePlace> inFlight() {
        return List.of();
    }

    /** Lets go of what it holds. */
    void close();
}
