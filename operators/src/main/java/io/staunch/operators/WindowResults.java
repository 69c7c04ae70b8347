package io.staunch.operators;

import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.window.Window;
import io.staunch.window.WindowProcess;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hands results of windows to the function that takes them. */
final class WindowResults<K, A, R, O> implements WindowProcess.Context<K, O> {
    private final Accumulators<?, A, R> accumulators;
    private final WindowProcess<K, R, O> function;
    private KeyedProcess.@Nullable Context<K, O> context;

    WindowResults(Accumulators<?, A, R> accumulators, WindowProcess<K, R, O> function) {
        this.accumulators = accumulators;
        this.function = function;
    }

    void give(long start, long end, A accumulator, KeyedProcess.Context<K, O> now) throws Exception {
        context = now;
        function.process(new Window(start, end), accumulators.result(accumulator), this);
        context = null;
    }

    private KeyedProcess.Context<K, O> context() {
        return Objects.requireNonNull(context, "the context of a window's result was used after the call");
    }

    @Override
    public K key() {
        return context().key();
    }

    @Override
    public void emit(O value) {
        context().emit(value);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value) {
        context().emit(output, value);
    }

    @Override
    public long currentWatermark() {
        return context().currentWatermark();
    }
}
