package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.runtime.data.Barrier;
import io.staunch.state.OperatorStates;
import io.staunch.statebackend.heap.OperatorListStates;
import java.util.List;

/** The lists of a function with state per task. Owned by the task's worker. */
final class ListStates implements Stateful {
    private final String operator;
    private final OperatorListStates states;

    ListStates(String operator, int index, int parallelism) {
        this.operator = operator;
        this.states = new OperatorListStates(index, parallelism);
    }

    OperatorStates states() {
        return states;
    }

    /** Takes this task's share of what all tasks have captured. */
    void restore(Restored restored) {
        states.restore(restored.chunks(), restored.types());
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public Capture capture(Barrier barrier) {
        return new AtOnce(Captured.whole(List.of(states.capture())));
    }

    @Override
    public void close() {}
}
