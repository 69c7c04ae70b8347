package io.staunch;

import io.staunch.graph.KeyedOperation;
import io.staunch.process.BroadcastProcessFactory;
import java.util.Objects;

/** A keyed stream whose records meet a table that is broadcast. Nothing is promised of the order between records and changes of the table. */
public final class ConnectedKeyedStream<K, T, BK, BV> {
    private final KeyedStream<K, T> keyed;
    private final int broadcast;

    ConnectedKeyedStream(KeyedStream<K, T> keyed, int broadcast) {
        this.keyed = keyed;
        this.broadcast = broadcast;
    }

    /** A function that reads the table, with state per key and timers. */
    public <R> Stream<R> process(String name, BroadcastProcessFactory<K, ? super T, R, BK, BV> factory) {
        return keyed.add(name, new KeyedOperation.Connected(broadcast, Objects.requireNonNull(factory, "factory")));
    }
}
