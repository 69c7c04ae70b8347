package io.staunch.statebackend.heap;

import io.staunch.error.UserCodeException;
import io.staunch.function.ReduceFunction;
import io.staunch.state.ReducingState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

final class HeapReducingState<T> implements ReducingState<T> {
    private final String name;
    private final StateSlot slot;
    private final ReduceFunction<T> reduce;

    HeapReducingState(String name, StateSlot slot, ReduceFunction<T> reduce) {
        this.name = name;
        this.slot = slot;
        this.reduce = reduce;
    }

    @Override
    @SuppressWarnings("unchecked") // the table holds what add() put there
    public @Nullable T orNull() {
        return (T) slot.value();
    }

    @Override
    public void add(T value) {
        Objects.requireNonNull(value, "value");
        T before = orNull();
        slot.set(before == null ? value : reduced(before, value));
    }

    private T reduced(T before, T value) {
        try {
            return Objects.requireNonNull(reduce.reduce(before, value), "the reduced value");
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new UserCodeException("the function of reducing state '" + name + "' threw " + e, e);
        }
    }

    @Override
    public void clear() {
        slot.clear();
    }
}
