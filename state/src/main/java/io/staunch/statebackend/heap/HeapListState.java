package io.staunch.statebackend.heap;

import io.staunch.state.ListState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A key without elements is not in the table. */
final class HeapListState<T> implements ListState<T> {
    private final StateSlot slot;
    private final UnaryOperator<Object> copier;

    HeapListState(HeapState state) {
        this.slot = state.slot();
        this.copier = state.copier(0);
    }

    @Override
    public List<T> get() {
        List<T> elements = list(slot.value());
        return elements == null ? List.of() : Collections.unmodifiableList(elements);
    }

    @Override
    public void add(T value) {
        Objects.requireNonNull(value, "value");
        List<T> elements = list(slot.peek());
        if (elements == null) {
            elements = new ArrayList<>();
            slot.set(elements);
        } else {
            slot.changing();
        }
        elements.add(copy(value));
    }

    @Override
    public void set(List<T> values) {
        values.forEach(value -> Objects.requireNonNull(value, "value"));
        if (values.isEmpty()) {
            slot.clear();
        } else {
            List<T> elements = new ArrayList<>(values);
            elements.replaceAll(this::copy);
            slot.set(elements);
        }
    }

    @Override
    public void clear() {
        slot.clear();
    }

    @SuppressWarnings("unchecked") // a copy is of the same class
    private T copy(T value) {
        return (T) copier.apply(value);
    }

    @SuppressWarnings("unchecked") // the table holds what add() and set() put there
    private @Nullable List<T> list(@Nullable Object value) {
        return (List<T>) value;
    }
}
