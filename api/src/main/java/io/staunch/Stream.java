package io.staunch;

import io.staunch.enrich.Enrichment;
import io.staunch.function.FilterFunction;
import io.staunch.function.FlatMapFunction;
import io.staunch.function.FunctionTypes;
import io.staunch.function.IntKeyFunction;
import io.staunch.function.KeyFunction;
import io.staunch.function.LongKeyFunction;
import io.staunch.function.MapFunction;
import io.staunch.graph.KeySelector;
import io.staunch.graph.Node;
import io.staunch.process.OperatorProcessFactory;
import io.staunch.process.SideOutput;
import io.staunch.sink.Sink;
import io.staunch.time.InstantFunction;
import io.staunch.time.MillisFunction;
import io.staunch.time.Watermarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A stream of records in a pipeline. Every method adds to the pipeline's description. Several uses of one stream see the same records;
 * a record that was emitted is not changed any more, by anybody.
 */
public final class Stream<T> {
    private final Pipeline pipeline;
    private final int node;

    Stream(Pipeline pipeline, int node) {
        this.pipeline = pipeline;
        this.node = node;
    }

    /** One record in, one out. */
    public <R> Stream<R> map(MapFunction<? super T, ? extends R> function) {
        Objects.requireNonNull(function, "function");
        return then(new Node.MapNode(pipeline.nextName("map"), node, function));
    }

    /** Keeps the records for which the function says true. */
    public Stream<T> filter(FilterFunction<? super T> function) {
        Objects.requireNonNull(function, "function");
        return then(new Node.FilterNode(pipeline.nextName("filter"), node, function));
    }

    /** One record in, any number out. */
    public <R> Stream<R> flatMap(FlatMapFunction<? super T, R> function) {
        Objects.requireNonNull(function, "function");
        return then(new Node.FlatMapNode(pipeline.nextName("flat-map"), node, function));
    }

    /**
     * Gives the records their event time, in the place of timestamps that they had, and the stream its watermarks.
     *
     * <p>To be called on a source's stream before it is keyed or united with others: which records are in order, and how far time has come,
     * is known only of the source's splits. Once for each source.
     *
     * @param timestamp when what the record tells of happened
     * @param disorder by how much a record may be older than the newest one before it in its split
     */
    public Stream<T> eventTime(InstantFunction<? super T> timestamp, Duration disorder) {
        return eventTime(timestamp, Watermarks.disorder(disorder));
    }

    /** The same with {@link Watermarks} that say more. */
    public Stream<T> eventTime(InstantFunction<? super T> timestamp, Watermarks watermarks) {
        Objects.requireNonNull(timestamp, "timestamp");
        MillisFunction<T> millis = value -> timestamp.at(value).toEpochMilli();
        return eventTimeMillis(millis, watermarks);
    }

    /** {@link #eventTime(InstantFunction, Duration)} with timestamps in milliseconds since 1970. */
    public Stream<T> eventTimeMillis(MillisFunction<? super T> timestamp, Duration disorder) {
        return eventTimeMillis(timestamp, Watermarks.disorder(disorder));
    }

    /** {@link #eventTime(InstantFunction, Watermarks)} with timestamps in milliseconds since 1970. */
    public Stream<T> eventTimeMillis(MillisFunction<? super T> timestamp, Watermarks watermarks) {
        Objects.requireNonNull(timestamp, "timestamp");
        Objects.requireNonNull(watermarks, "watermarks");
        return then(new Node.EventTimeNode(EventTimes.name(pipeline.nodes(), node), node, timestamp, watermarks));
    }

    /** The records of this stream and of others of the same pipeline, in no order between them. */
    @SafeVarargs
    public final Stream<T> union(Stream<? extends T>... others) {
        List<Integer> inputs = new ArrayList<>(List.of(node));
        for (Stream<? extends T> other : others) {
            if (other.pipeline != pipeline) {
                throw new IllegalArgumentException("union of streams of two pipelines, '" + pipeline.name() + "' and '"
                        + other.pipeline.name() + "': build both from one Pipeline");
            }
            inputs.add(other.node);
        }
        return then(new Node.UnionNode(pipeline.nextName("union"), inputs));
    }

    /** A function with state per task. */
    public <R> Stream<R> process(String name, OperatorProcessFactory<? super T, R> factory) {
        Objects.requireNonNull(factory, "factory");
        return then(new Node.ProcessNode(name, node, factory));
    }

    /**
     * Asks another system about each record; its answers are the records out, with the timestamps of those that they are about.
     *
     * <p>Records stay with the task that they are in. Over a restart with another parallelism, those in flight are dealt out to all tasks, so that
     * their order with records of the same split that come later is not kept; where that matters, {@link KeyedStream#enrich}.
     *
     * @param name identity of the records in flight in checkpoints
     */
    public <R> Stream<R> enrich(String name, Enrichment<T, R> enrichment) {
        return then(new Node.EnrichNode(name, node, null, Objects.requireNonNull(enrichment, "enrichment")));
    }

    /** The records that the function which made this stream has sent to a side output. */
    public <S> Stream<S> sideOutput(SideOutput<S> output) {
        return then(new Node.SideOutputNode(
                pipeline.nextName("side-output-" + output.name()), node, Objects.requireNonNull(output, "output")));
    }

    /** Distributes records by key. The key's class is read off the function; see {@link #keyBy(Class, KeyFunction)} where it can't be. */
    public <K> KeyedStream<K, T> keyBy(KeyFunction<? super T, K> key) {
        return keyed(KeySelector.ofObject(
                FunctionTypes.returnType(key, "the key function", "keyBy(Key.class, function)"), key));
    }

    /** Distributes records by key of a given class. */
    public <K> KeyedStream<K, T> keyBy(Class<K> type, KeyFunction<? super T, K> key) {
        return keyed(KeySelector.ofObject(Objects.requireNonNull(type, "type"), key));
    }

    /** Distributes records by a primitive key. */
    public KeyedStream<Long, T> keyByLong(LongKeyFunction<? super T> key) {
        return keyed(KeySelector.ofLong(Objects.requireNonNull(key, "key")));
    }

    /** Distributes records by a primitive key. */
    public KeyedStream<Integer, T> keyByInt(IntKeyFunction<? super T> key) {
        return keyed(KeySelector.ofInt(Objects.requireNonNull(key, "key")));
    }

    /** Writes the records. Returns the pipeline, for the next statement; what the sink does not take is its {@link Pipeline#sideOutput}. */
    public Pipeline to(String name, Sink<? super T> sink) {
        pipeline.add(new Node.SinkNode(name, node, Objects.requireNonNull(sink, "sink")));
        return pipeline;
    }

    <K> KeyedStream<K, T> keyed(KeySelector<?, K> selector) {
        return new KeyedStream<>(pipeline, node, selector);
    }

    private <R> Stream<R> then(Node next) {
        return new Stream<>(pipeline, pipeline.add(next));
    }
}
