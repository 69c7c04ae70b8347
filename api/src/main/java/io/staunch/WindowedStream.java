package io.staunch;

import io.staunch.aggregate.Aggregates;
import io.staunch.function.Aggregate;
import io.staunch.function.FoldFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.SideOutput;
import io.staunch.window.Trigger;
import io.staunch.window.WindowMapFunction;
import io.staunch.window.WindowProcess;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.Objects;

/**
 * Records of each key in windows. A window gives its result when the watermark has passed its end, and its state is freed when it can't
 * change any more.
 */
public final class WindowedStream<K, T> {
    private final KeyedStream<K, T> keyed;
    private final WindowRules rules;

    WindowedStream(KeyedStream<K, T> keyed, WindowRules rules) {
        this.keyed = keyed;
        this.rules = rules;
    }

    /**
     * The same, but for so long after its end a window still takes late records. Those that it has taken change its result, which comes anew
     * when the watermark next advances. Until then its state is kept.
     */
    public WindowedStream<K, T> allowedLateness(Duration lateness) {
        return with(new WindowRules(rules.windows(), lateness, rules.late(), rules.trigger()));
    }

    /** The same, but records that come too late for all their windows go to a side output of the result. Without it they are dropped. */
    public WindowedStream<K, T> lateTo(SideOutput<T> output) {
        return with(new WindowRules(
                rules.windows(), rules.allowedLateness(), Objects.requireNonNull(output, "output"), rules.trigger()));
    }

    /** The same with a trigger: for the results of {@link io.staunch.window.GlobalWindows}, or for early ones of tumbling windows. */
    public WindowedStream<K, T> trigger(Trigger trigger) {
        return with(new WindowRules(
                rules.windows(), rules.allowedLateness(), rules.late(), Objects.requireNonNull(trigger, "trigger")));
    }

    /**
     * Aggregates the records of each window.
     *
     * @param name identity of the state in checkpoints
     */
    public <R> WindowResult<K, T, R> aggregate(String name, Aggregate<? super T, ?, R> aggregate) {
        return new WindowResult<>(this, name, Objects.requireNonNull(aggregate, "aggregate"));
    }

    /** Reduces the records of each window to one; the function is associative. */
    public WindowResult<K, T, T> reduce(String name, Class<T> type, ReduceFunction<T> function) {
        return aggregate(name, Aggregates.reduce(type, function));
    }

    /**
     * Folds the records of each window.
     *
     * @param initial an immutable value
     * @param merge makes one of two folds, as if the records of both had been folded into one: windows share what they fold
     */
    public <A> WindowResult<K, T, A> fold(
            String name, A initial, FoldFunction<A, ? super T> function, ReduceFunction<A> merge) {
        return fold(name, Initial.type(name, initial), Initial.of(name, initial), function, merge);
    }

    /** Like {@link #fold(String, Object, FoldFunction, ReduceFunction)}, with a value that is made anew and may be changed in place. */
    public <A> WindowResult<K, T, A> fold(
            String name,
            Class<A> type,
            SupplierFunction<A> initial,
            FoldFunction<A, ? super T> function,
            ReduceFunction<A> merge) {
        return aggregate(name, Aggregates.<T, A>fold(type, initial, function, merge));
    }

    /**
     * All records of each window, as a list: they are kept until the window can't change any more.
     *
     * @param type the records' class, which checkpoints restore
     */
    public WindowResult<K, T, java.util.List<T>> list(String name, Class<T> type) {
        return aggregate(name, Aggregates.list(type));
    }

    private WindowedStream<K, T> with(WindowRules other) {
        return new WindowedStream<>(keyed, other);
    }

    static <K, T> WindowedStream<K, T> of(KeyedStream<K, T> keyed, Windows windows) {
        return new WindowedStream<>(keyed, WindowRules.of(windows));
    }

    /** The results of windows. */
    public static final class WindowResult<K, T, R> {
        private final WindowedStream<K, T> windowed;
        private final String name;
        private final Aggregate<? super T, ?, R> aggregate;

        private WindowResult(WindowedStream<K, T> windowed, String name, Aggregate<? super T, ?, R> aggregate) {
            this.windowed = windowed;
            this.name = name;
            this.aggregate = aggregate;
        }

        /** A record from each window, key and result. */
        public <O> Stream<O> map(WindowMapFunction<? super K, ? super R, ? extends O> function) {
            Objects.requireNonNull(function, "function");
            return this.<O>process(states -> mapped(function));
        }

        private static <K, R, O> WindowProcess<K, R, O> mapped(
                WindowMapFunction<? super K, ? super R, ? extends O> function) {
            return (window, result, context) -> context.emit(function.map(window, context.key(), result));
        }

        /** A function over the results, with state per key that outlives windows. */
        public <O> Stream<O> process(WindowProcessFactory<K, ? super R, O> factory) {
            return windowed.keyed.add(
                    name,
                    new KeyedOperation.Windowed(windowed.rules, aggregate, Objects.requireNonNull(factory, "factory")));
        }

        /** The results without windows and keys. */
        public Stream<R> values() {
            return map((window, key, result) -> result);
        }
    }
}
