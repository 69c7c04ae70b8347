package io.staunch.runtime.job;

import io.staunch.error.ConfigurationException;
import io.staunch.graph.Node;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.codec.Conversion;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.runtime.sink.CopiedInterval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import io.staunch.store.StoreClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A follower while a job starts, and what an execution goes on with: its connection, the fence that it has left in its ledger row, and the entry
 * that the row is known to hold. Used by the coordinator; any thread may close it.
 */
final class FollowerOutside implements Outside {
    private final JobContext job;
    private final String name;
    private final WriteAheadSink<Object> sink;
    private final WriteAheadConnection<Object> connection;
    private long fence = -1;
    private @Nullable LedgerEntry held;

    private FollowerOutside(
            JobContext job, String name, WriteAheadSink<Object> sink, WriteAheadConnection<Object> connection) {
        this.job = job;
        this.name = name;
        this.sink = sink;
        this.connection = connection;
    }

    static FollowerOutside connect(JobContext job, Node.SinkNode node) throws Exception {
        WriteAheadSink<Object> sink = Casts.follower(node.sink());
        return new FollowerOutside(job, node.name(), sink, connection(job, node.name(), sink));
    }

    private static WriteAheadConnection<Object> connection(JobContext job, String name, WriteAheadSink<Object> sink)
            throws Exception {
        WriteAheadConnection<Object> made =
                sink.connect(new WriteAheadContext(job.name(), name, resource(name, sink), job.environment()));
        if (hasLedger(sink) && !(made instanceof LedgerConnection)) {
            made.close();
            throw new ConfigurationException(
                    "sink '" + name + "' can't be used",
                    List.of("its protection() is LEDGER, so connect() must return a LedgerConnection, and returned a "
                            + made.getClass().getName()));
        }
        return made;
    }

    /** The identity of a follower's output. */
    static String resource(String name, WriteAheadSink<?> sink) {
        return name + " at " + sink.resource();
    }

    private static boolean hasLedger(WriteAheadSink<?> sink) {
        return sink.protection() == WriteAheadSink.Protection.LEDGER;
    }

    boolean hasLedger() {
        return hasLedger(sink);
    }

    /** The sink's name in the pipeline. */
    String name() {
        return name;
    }

    Class<Object> type() {
        return sink.type();
    }

    /** The connection of the start; for one execution. */
    WriteAheadConnection<Object> connection() {
        return connection;
    }

    /** Makes another one. Any thread. */
    WriteAheadConnection<Object> reconnect() throws Exception {
        return connection(job, name, sink);
    }

    /** The entry that the ledger is known to hold; null if there is none or no ledger. */
    @Nullable
    LedgerEntry held() {
        return held;
    }

    @Override
    public String resource() {
        return resource(name, sink);
    }

    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public LedgerView peek() throws Exception {
        return ledger().peek();
    }

    @Override
    public void fence() throws Exception {
        fence = ledger().fence();
    }

    @Override
    public ProtocolStep fenced() {
        return ProtocolStep.FOLLOWER_FENCED;
    }

    @Override
    public LedgerView read() throws Exception {
        LedgerView view = ledger().read();
        held = view.entry();
        return view;
    }

    @Override
    public void own(Owner owner) throws Exception {
        ledger().own(owner, fenceInRow -> {
            if (LedgerRow.write(fence, fenceInRow) != LedgerRow.WRITE) {
                throw CopiedInterval.fenced(resource(), job.name());
            }
        });
    }

    @Override
    public void enter(Manifest root) throws Exception {
        LedgerEntry entry = entry(root.checkpoint(), root.owner());
        connection.apply(new CopiedInterval(List.of(), Codecs.of(sink.type()), 0, entry, held, fence));
        held = entry;
    }

    /** Writes what a checkpoint of an earlier execution has kept for it, converted from the types of that time. */
    void catchUp(Manifest manifest, StoreClaim claim) throws Exception {
        CopyEntry copy = copy(manifest);
        LedgerEntry entry = entry(manifest.checkpoint(), manifest.owner());
        if (copy == null || copy.records() == 0) {
            connection.apply(new CopiedInterval(List.of(), Codecs.of(sink.type()), 0, entry, held, fence));
        } else {
            List<Supplier<byte[]>> pieces = new ArrayList<>();
            copy.chunks().forEach(chunk -> pieces.add(() -> claim.readKept(chunk)));
            ValueReader<Object> reader = Conversion.of(copy.type(), sink.type(), name, Conversion.Use.VALUE)
                    .reader();
            connection.apply(new CopiedInterval(pieces, reader, copy.records(), entry, held, fence));
        }
        held = entry;
    }

    /** The next interval of an execution. */
    CopiedInterval interval(
            long checkpoint, Owner owner, List<Supplier<byte[]>> pieces, long records, @Nullable LedgerEntry before) {
        return new CopiedInterval(pieces, Codecs.of(sink.type()), records, entry(checkpoint, owner), before, fence);
    }

    /** What a manifest has kept for this sink; null if it did not know it. */
    @Nullable
    CopyEntry copy(Manifest manifest) {
        for (Manifest.SinkEntry each : manifest.sinks()) {
            if (resource().equals(each.resource())) {
                return each.copy();
            }
        }
        return null;
    }

    private LedgerEntry entry(long checkpoint, Owner owner) {
        return new LedgerEntry(job.name(), resource(), checkpoint, owner);
    }

    private LedgerConnection<Object> ledger() {
        return (LedgerConnection<Object>) connection;
    }

    @Override
    public void close() {
        connection.close();
    }
}
