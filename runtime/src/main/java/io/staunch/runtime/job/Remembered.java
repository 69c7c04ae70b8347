package io.staunch.runtime.job;

import io.staunch.protocol.refused.RefusedPlace;
import io.staunch.protocol.refused.RefusedPlaces;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.task.RefusedMemory;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The refused places that an execution has still before it. Written by the coordinator as checkpoints pass them;
 * read by the tasks of sinks, which may see a change late: that costs them a look, and changes nothing.
 */
final class Remembered {
    private final AtomicReference<RefusedPlaces> places;

    Remembered(RefusedPlaces places) {
        this.places = new AtomicReference<>(places);
    }

    RefusedPlaces places() {
        return places.getPlain();
    }

    void places(RefusedPlaces left) {
        places.setOpaque(left);
    }

    /** For the tasks of a sink; null if there is nothing to remember from the beginning. */
    @Nullable
    RefusedMemory ofSink(String sink, Execution execution) {
        if (places().ofSinks(Set.of(sink)).isEmpty()) {
            return null;
        }
        return new RefusedMemory() {
            @Override
            public boolean isEmpty() {
                return places.getOpaque().isEmpty();
            }

            @Override
            public @Nullable String reason(long origin) {
                SourcePlace located = execution.locate(origin);
                RefusedPlace refused =
                        located == null ? null : places.getOpaque().at(sink, located.source(), located.place());
                return refused == null ? null : refused.reason();
            }
        };
    }
}
