package io.staunch.statebackend.heap;

import io.staunch.state.ValueState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class HeapValueState<T> implements ValueState<T> {
    private final StateSlot slot;

    HeapValueState(StateSlot slot) {
        this.slot = slot;
    }

    @Override
    @SuppressWarnings("unchecked") // the table holds what set() put there
    public @Nullable T orNull() {
        return (T) slot.value();
    }

    @Override
    public void set(T value) {
        slot.set(Objects.requireNonNull(value, "value"));
    }

    @Override
    public void clear() {
        slot.clear();
    }
}
