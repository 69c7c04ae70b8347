package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.enrich.Enricher;
import io.staunch.runtime.enrich.Flight;
import io.staunch.runtime.plan.InFlightStates;
import io.staunch.state.ListState;
import io.staunch.statebackend.heap.OperatorListStates;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The records of an enrichment's task that are in flight: captured at the barrier without waiting for their answers, in the order in which they
 * came, and asked about again after a restore. Of a keyed enrichment each task takes those of its keys, else its share as of any list. Owned by the
 * task's worker.
 */
final class InFlightState implements Stateful {
    private final String operator;
    private final Class<?> type;
    private final int index;
    private final int parallelism;
    private final Enricher enricher;

    InFlightState(String operator, Class<?> type, int index, int parallelism, Enricher enricher) {
        this.operator = operator;
        this.type = type;
        this.index = index;
        this.parallelism = parallelism;
        this.enricher = enricher;
    }

    /**
     * Takes what is this task's of what all tasks have captured. Such records have no place in a source any more.
     *
     * @param mine says which records are this task's; null if they have no key
     */
    void restore(Restored restored, @Nullable Predicate<Object> mine) {
        var lists = mine == null ? new Lists(index, parallelism) : new Lists(0, 1);
        lists.states.restore(restored.chunks(), restored.types());
        List<Object> records = lists.records.get();
        List<Long> timestamps = lists.timestamps.get();
        if (records.size() != timestamps.size()) {
            throw new IllegalStateException("operator '" + operator + "' has " + records.size()
                    + " records in flight and " + timestamps.size() + " timestamps");
        }
        for (int i = 0; i < records.size(); i++) {
            if (mine == null || mine.test(records.get(i))) {
                enricher.add(records.get(i), timestamps.get(i), Cursor.NONE);
            }
        }
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public Capture capture(Barrier barrier) {
        var lists = new Lists(index, parallelism);
        for (Flight flight : enricher.inFlight()) {
            lists.records.add(flight.value());
            lists.timestamps.add(flight.timestamp());
        }
        return new AtOnce(Captured.whole(List.of(lists.states.capture())));
    }

    @Override
    public void close() {}

    /** The form in which they are kept. */
    private final class Lists {
        private final OperatorListStates states;
        private final ListState<Object> records;
        private final ListState<Long> timestamps;

        @SuppressWarnings("unchecked") // the pipeline's builder has checked that records are of the class
        Lists(int index, int parallelism) {
            states = new OperatorListStates(index, parallelism);
            records = states.list(InFlightStates.RECORDS, (Class<Object>) type);
            timestamps = states.list(InFlightStates.TIMESTAMPS, Long.class);
        }
    }
}
