package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.enrich.Enricher;
import io.staunch.runtime.enrich.Flight;
import io.staunch.runtime.plan.InFlightStates;
import io.staunch.runtime.plan.InFlightStates.Kept;
import io.staunch.state.ListState;
import io.staunch.statebackend.heap.OperatorListStates;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The records of an enrichment's task that are in flight: captured at the barrier without waiting for their answers, in the order in which they
 * came, and asked about again after a restore, each with its place in its source. Of a keyed enrichment each task takes those of its keys, else its
 * share as of any list. Owned by the task's worker.
 */
final class InFlightState implements Stateful {
    private final String operator;
    private final Class<?> type;
    private final int index;
    private final int parallelism;
    private final Enricher enricher;
    private final Origins origins;
    private List<SourcePlace> captured = List.of();

    InFlightState(String operator, Class<?> type, int index, int parallelism, Enricher enricher, Origins origins) {
        this.operator = operator;
        this.type = type;
        this.index = index;
        this.parallelism = parallelism;
        this.enricher = enricher;
        this.origins = origins;
    }

    /**
     * Takes what is this task's of what all tasks have captured.
     *
     * @param mine says which records are this task's; null if they have no key
     */
    void restore(Restored restored, @Nullable Predicate<Object> mine) {
        var lists = mine == null ? new Lists(index, parallelism) : new Lists(0, 1);
        lists.states.restore(restored.chunks(), restored.types());
        List<Object> records = lists.records.get();
        List<Long> timestamps = lists.timestamps.get();
        List<Kept> places = lists.places.get();
        if (records.size() != timestamps.size() || (!places.isEmpty() && records.size() != places.size())) {
            throw new IllegalStateException("operator '" + operator + "' has " + records.size() + " records in flight, "
                    + timestamps.size() + " timestamps and " + places.size() + " places");
        }
        for (int i = 0; i < records.size(); i++) {
            if (mine == null || mine.test(records.get(i))) {
                long origin = places.isEmpty() ? Cursor.NONE : origin(places.get(i));
                enricher.add(records.get(i), timestamps.get(i), origin);
            }
        }
    }

    private long origin(Kept kept) {
        SourcePlace place = kept.place();
        return place == null ? Cursor.NONE : origins.restored(place);
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public Capture capture(Barrier barrier) {
        var lists = new Lists(index, parallelism);
        captured = new ArrayList<>();
        for (Flight flight : enricher.inFlight()) {
            lists.records.add(flight.value());
            lists.timestamps.add(flight.timestamp());
            SourcePlace place = origins.locate(flight.origin());
            lists.places.add(Kept.of(place));
            if (place != null) {
                captured.add(place);
            }
        }
        return new AtOnce(Captured.whole(List.of(lists.states.capture())));
    }

    @Override
    public List<SourcePlace> inFlight() {
        return captured;
    }

    @Override
    public void close() {}

    /** The form in which they are kept. */
    private final class Lists {
        private final OperatorListStates states;
        private final ListState<Object> records;
        private final ListState<Long> timestamps;
        private final ListState<Kept> places;

        @SuppressWarnings("unchecked") // the pipeline's builder has checked that records are of the class
        Lists(int index, int parallelism) {
            states = new OperatorListStates(index, parallelism);
            records = states.list(InFlightStates.RECORDS, (Class<Object>) type);
            timestamps = states.list(InFlightStates.TIMESTAMPS, Long.class);
            places = states.list(InFlightStates.PLACES, Kept.class);
        }
    }
}
