package io.staunch;

import io.staunch.graph.Node;
import io.staunch.process.OperatorBroadcastFactory;
import java.util.Objects;

/** A stream whose records meet a table that is broadcast. Nothing is promised of the order between records and changes of the table. */
public final class ConnectedStream<T, BK, BV> {
    private final Pipeline pipeline;
    private final int node;
    private final int broadcast;

    ConnectedStream(Pipeline pipeline, int node, int broadcast) {
        this.pipeline = pipeline;
        this.node = node;
        this.broadcast = broadcast;
    }

    /** A function that reads the table, with state per task. */
    public <R> Stream<R> process(String name, OperatorBroadcastFactory<? super T, R, BK, BV> factory) {
        Objects.requireNonNull(factory, "factory");
        return new Stream<>(pipeline, pipeline.add(new Node.ConnectedNode(name, node, broadcast, factory)));
    }
}
