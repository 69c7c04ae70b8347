package io.staunch.runtime.task;

import io.staunch.backend.StateBackend;
import io.staunch.enrich.CallContext;
import io.staunch.graph.Node;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.plan.Edge;
import io.staunch.sink.SinkEncoder;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a task is connected to: made by the execution that it belongs to, before it starts. */
public interface Wiring {
    /** The channel between two tasks. */
    Channel channel(Edge edge, int fromIndex, int toIndex);

    /** The channel from a task to a sink's agent. */
    Channel toSink(int node, int index);

    /** A reader of a source, with its number among all readers. */
    NumberedReader reader(Node.SourceNode source, int index);

    /** The splits that a task of a source begins with. */
    List<Split> splits(Node.SourceNode source, int index);

    /** The encoder of a sink. */
    SinkEncoder<Object, Object> encoder(Node.SinkNode sink, int index);

    /** Where a source or sink task publishes how many records it has seen. */
    AtomicLong counter(int node, int index);

    /** Where a source task publishes how many records it has passed over. */
    AtomicLong skipped(Node.SourceNode source, int index);

    /** Where a sink task publishes how many records its outside did not take. */
    AtomicLong refused(Node.SinkNode sink, int index);

    /** What a sink's outside has refused before; null if nothing. */
    @Nullable
    RefusedMemory remembered(Node.SinkNode sink);

    /** The place of a record in its source, for people; empty if it has none. */
    String describe(long origin);

    /** The places of records. */
    Origins origins();

    /** Where keyed state lives. */
    StateBackend stateBackend();

    /** What the restored checkpoint holds of an operator. */
    Restored restored(String operator);

    /** Where a source task publishes how many records it is behind; -1 for unknown. */
    AtomicLong lag(Node.SourceNode source, int index);

    /** Where the tasks of a source tell each other how far their event time has come. */
    Alignment alignment(Node.SourceNode source);

    /** Where a keyed task publishes how many timers have fired, or an enrichment's how many records have gone on. */
    AtomicLong fired(Node node, int index);

    /** Holds back a source. */
    Gate gate(Node.SourceNode source);

    /** Wakes a task from any thread. */
    Runnable wake(int index);

    /** What the client of a task of an enrichment gets. */
    CallContext calls(Node.EnrichNode node, int index);

    /** Where a task of a keyed operator on a stream with event time publishes how many records it has dropped since they came too late. */
    AtomicLong late(Node.KeyedNode node, int index);

    /** Where a task of a source, or of a keyed operator on a stream with event time, publishes how far that has come. */
    AtomicReference<Watermark> watermark(Node node, int index);

    /** Where a task tells when its output is full. */
    Pressure pressure(String task);

    /** A reader and its number. */
    record NumberedReader(int number, SourceReader<Object> reader) {}
}
