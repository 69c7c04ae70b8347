package io.staunch.statebackend.heap;

import io.staunch.state.ListState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A key without elements is not in the table. */
final class HeapListState<T> implements ListState<T> {
    private final StateSlot slot;

    HeapListState(StateSlot slot) {
        this.slot = slot;
    }

    @Override
    public List<T> get() {
        List<T> elements = elements();
        return elements == null ? List.of() : Collections.unmodifiableList(elements);
    }

    @Override
    public void add(T value) {
        Objects.requireNonNull(value, "value");
        List<T> elements = elements();
        if (elements == null) {
            elements = new ArrayList<>();
            slot.set(elements);
        } else {
            slot.changing();
        }
        elements.add(value);
    }

    @Override
    public void set(List<T> values) {
        values.forEach(value -> Objects.requireNonNull(value, "value"));
        if (values.isEmpty()) {
            slot.clear();
        } else {
            slot.set(new ArrayList<>(values));
        }
    }

    @Override
    public void clear() {
        slot.clear();
    }

    @SuppressWarnings("unchecked") // the table holds what add() and set() put there
    private @Nullable List<T> elements() {
        return (List<T>) slot.value();
    }
}
