package io.staunch;

import io.staunch.enrich.Enrichment;
import io.staunch.function.Aggregate;
import io.staunch.function.FoldFunction;
import io.staunch.function.KeyedMapFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.graph.KeySelector;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.keyed.Deduplication;
import io.staunch.process.KeyedProcessFactory;
import io.staunch.window.Windows;
import java.util.Objects;

/** Records distributed by key: all records of one key meet the same task, those of one upstream task in their order. */
public final class KeyedStream<K, T> {
    private final Pipeline pipeline;
    private final int node;
    private final KeySelector<?, K> key;

    KeyedStream(Pipeline pipeline, int node, KeySelector<?, K> key) {
        this.pipeline = pipeline;
        this.node = node;
        this.key = key;
    }

    /**
     * Folds each record into a value of its key, and emits the new value for every record.
     *
     * @param name identity of the state in checkpoints
     * @param initial the value of a key without records; must be immutable (a record of immutables, a boxed number, a string). Its class
     *     is the state's: where the function also returns others that a sealed interface permits, name that with the other {@code fold}
     */
    public <A> KeyedResult<K, A> fold(String name, A initial, FoldFunction<A, ? super T> function) {
        return new KeyedResult<>(Initial.type(name, initial), Initial.of(name, initial), function, name, this);
    }

    /** Like {@link #fold(String, Object, FoldFunction)}, with a value that is made anew for each key and may be changed in place. */
    public <A> KeyedResult<K, A> fold(
            String name, Class<A> type, SupplierFunction<A> initial, FoldFunction<A, ? super T> function) {
        return new KeyedResult<>(type, initial, function, name, this);
    }

    /** Reduces each record into the value of its key, and emits the new value for every record. */
    public KeyedResult<K, T> reduce(String name, Class<T> type, ReduceFunction<T> function) {
        Objects.requireNonNull(function, "function");
        return new KeyedResult<>(this, name, result -> new KeyedOperation.Reduce(type, function, result));
    }

    /** Adds each record to the aggregate of its key, and emits the result so far for every record. */
    public <R> KeyedResult<K, R> aggregate(String name, Aggregate<? super T, ?, R> aggregate) {
        Objects.requireNonNull(aggregate, "aggregate");
        return new KeyedResult<>(this, name, result -> new KeyedOperation.Aggregated(aggregate, result));
    }

    /** A function with state per key. */
    public <R> Stream<R> process(String name, KeyedProcessFactory<K, ? super T, R> factory) {
        return add(name, new KeyedOperation.Process(Objects.requireNonNull(factory, "factory")));
    }

    /**
     * Passes on the first record of each key, and drops others as its duplicates for as long as the key is remembered: so the key is what makes two
     * records the same, for example a payment's id.
     *
     * @param name identity of the state in checkpoints
     */
    public Stream<T> deduplicate(String name, Deduplication rules) {
        return add(name, new KeyedOperation.Deduplicated(Objects.requireNonNull(rules, "rules")));
    }

    /** Puts the records of each key into windows. By event time, but for {@link io.staunch.window.GlobalWindows}. */
    public WindowedStream<K, T> window(Windows windows) {
        return WindowedStream.of(this, Objects.requireNonNull(windows, "windows"));
    }

    /**
     * Asks another system about each record; its answers are the records out, with the timestamps of those that they are about. All records of a key meet
     * the same task, so an ordered enrichment keeps the order of each key, over restarts with another parallelism too.
     *
     * @param name identity of the records in flight in checkpoints
     */
    public <R> Stream<R> enrich(String name, Enrichment<T, R> enrichment) {
        Objects.requireNonNull(enrichment, "enrichment");
        return new Stream<>(pipeline, pipeline.add(new Node.EnrichNode(name, node, key, enrichment)));
    }

    /** Joins with another stream of the same pipeline that is keyed by the same class in the same way. */
    public <R> Join<K, T, R> join(KeyedStream<K, R> right) {
        return new Join<>(this, Objects.requireNonNull(right, "right"));
    }

    Stream<T> stream() {
        return new Stream<>(pipeline, node);
    }

    KeySelector<?, K> key() {
        return key;
    }

    <R> Stream<R> add(String name, KeyedOperation operation) {
        return new Stream<>(pipeline, pipeline.add(new Node.KeyedNode(name, node, key, operation)));
    }

    /** The running result of an operation for each key. */
    public static final class KeyedResult<K, A> {
        private final KeyedStream<K, ?> keyed;
        private final String name;
        private final java.util.function.Function<KeyedMapFunction<?, ?, ?>, KeyedOperation> operation;

        private KeyedResult(
                KeyedStream<K, ?> keyed,
                String name,
                java.util.function.Function<KeyedMapFunction<?, ?, ?>, KeyedOperation> operation) {
            this.keyed = keyed;
            this.name = name;
            this.operation = operation;
        }

        private KeyedResult(
                Class<A> type,
                SupplierFunction<A> initial,
                FoldFunction<A, ?> function,
                String name,
                KeyedStream<K, ?> keyed) {
            this(
                    keyed,
                    name,
                    result -> new KeyedOperation.Fold(
                            Objects.requireNonNull(type, "type"),
                            Objects.requireNonNull(initial, "initial"),
                            Objects.requireNonNull(function, "function"),
                            result));
        }

        /** A record from each key and result. */
        public <R> Stream<R> map(KeyedMapFunction<? super K, ? super A, ? extends R> function) {
            return keyed.add(name, operation.apply(Objects.requireNonNull(function, "function")));
        }

        /** The results without their keys. */
        public Stream<A> values() {
            KeyedMapFunction<K, A, A> value = (key, result) -> result;
            return keyed.add(name, operation.apply(value));
        }
    }
}
