package io.staunch.runtime.job;

import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import io.staunch.graph.Node;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.codec.Conversion;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.protocol.follower.AsideFile;
import io.staunch.protocol.follower.DroppedIntervals;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.runtime.sink.CommitWork;
import io.staunch.runtime.sink.CopiedInterval;
import io.staunch.runtime.sink.KeyedCommit;
import io.staunch.runtime.sink.RowWrite;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import io.staunch.store.StoreClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The outside of a sink that writes from a write-ahead copy. */
final class WriteAheadOutside implements FollowerOutside {
    private final JobContext job;
    private final String name;
    private final WriteAheadSink<Object> sink;
    private final WriteAheadConnection<Object> connection;
    private long fence = -1;
    private @Nullable LedgerEntry held;
    private long caughtUp = -1;

    private WriteAheadOutside(
            JobContext job, String name, WriteAheadSink<Object> sink, WriteAheadConnection<Object> connection) {
        this.job = job;
        this.name = name;
        this.sink = sink;
        this.connection = connection;
    }

    static WriteAheadOutside connect(JobContext job, Node.SinkNode node) throws Exception {
        WriteAheadSink<Object> sink = Casts.follower(node.sink());
        check(node.name(), sink);
        return new WriteAheadOutside(job, node.name(), sink, connection(job, node.name(), sink));
    }

    private static void check(String name, WriteAheadSink<?> sink) {
        Duration kept = sink.keysRememberedFor().orElse(null);
        if (kept == null) {
            return;
        }
        if (sink.protection() != WriteAheadSink.Protection.IDEMPOTENCY_KEY) {
            throw new ConfigurationException(
                    "sink '" + name + "' can't be used",
                    List.of("its keysRememberedFor() is " + kept + ", which means nothing with its protection() "
                            + sink.protection()));
        }
        if (kept.isNegative() || kept.isZero()) {
            throw new ConfigurationException(
                    "sink '" + name + "' can't be used",
                    List.of("its keysRememberedFor() is " + kept + ": expected more than zero"));
        }
    }

    private static WriteAheadConnection<Object> connection(JobContext job, String name, WriteAheadSink<Object> sink)
            throws Exception {
        WriteAheadConnection<Object> made = sink.connect(new WriteAheadContext(
                job.name(), name, FollowerOutside.resource(name, sink.resource()), job.environment()));
        if (hasLedger(sink) && !(made instanceof LedgerConnection)) {
            made.close();
            throw new ConfigurationException(
                    "sink '" + name + "' can't be used",
                    List.of("its protection() is LEDGER, so connect() must return a LedgerConnection, and returned a "
                            + made.getClass().getName()));
        }
        return made;
    }

    private static boolean hasLedger(WriteAheadSink<?> sink) {
        return sink.protection() == WriteAheadSink.Protection.LEDGER;
    }

    @Override
    public boolean hasLedger() {
        return hasLedger(sink);
    }

    @Override
    public String name() {
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

    @Override
    public @Nullable LedgerEntry held() {
        return held;
    }

    @Override
    public String resource() {
        return FollowerOutside.resource(name, sink.resource());
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
                throw RowWrite.fenced(resource(), job.name());
            }
        });
    }

    @Override
    public void enter(Manifest root) throws Exception {
        LedgerEntry entry = entry(root.checkpoint(), root.owner());
        connection.apply(new CopiedInterval(List.of(), Codecs.of(sink.type()), 0, entry, held, fence));
        held = entry;
    }

    /** Each checkpoint by itself, in a transaction of its own. */
    @Override
    public List<List<Long>> lots(List<Long> lacking) {
        return lacking.stream().map(List::of).toList();
    }

    @Override
    public void check(Manifest lacking) {
        Manifest.SinkEntry entry = entry(lacking);
        if (entry != null && entry.kind() != sink.kind()) {
            throw PreparedOutside.kindChanged(job.name(), lacking, entry, sink.kind());
        }
        CopyEntry copy = copy(lacking);
        if (copy != null && copy.records() > 0) {
            PlanCheck.checkCopy(job, lacking, name, copy, sink.type());
        }
    }

    @Override
    public boolean keepsCopy() {
        return true;
    }

    /** Nobody knows whether it has been written, nor when: at the earliest when the checkpoint was taken. */
    @Override
    public void requireRemembered(List<Manifest> lacking) {
        requireRemembered(lacking, "Nothing was written");
    }

    /** @param meanwhile what this start has done so far */
    private void requireRemembered(List<Manifest> lacking, String meanwhile) {
        Duration kept = sink.keysRememberedFor().orElse(null);
        if (kept == null) {
            return;
        }
        long now = job.environment().currentTimeMs();
        List<Manifest> forgotten = lacking.stream()
                .filter(manifest -> records(manifest) > 0)
                .filter(manifest ->
                        Duration.ofMillis(now - manifest.createdMs()).compareTo(kept) >= 0)
                .toList();
        if (!forgotten.isEmpty()) {
            throw forgotten(forgotten, kept, meanwhile);
        }
    }

    private long records(Manifest manifest) {
        CopyEntry copy = copy(manifest);
        return copy == null ? 0 : copy.records();
    }

    private RefusedException forgotten(List<Manifest> forgotten, Duration kept, String meanwhile) {
        String what = forgotten.stream()
                .map(manifest -> records(manifest) + " records of checkpoint " + manifest.checkpoint() + " of "
                        + Instant.ofEpochMilli(manifest.createdMs()))
                .collect(Collectors.joining(", "));
        String consent = forgotten.stream()
                .map(manifest -> "drop(\"" + DroppedIntervals.consent(resource(), manifest.checkpoint()) + "\")")
                .collect(Collectors.joining(", "));
        return new RefusedException("job '" + job.name() + "', sink '" + name + "' (" + description()
                + "): it remembers idempotency keys for " + kept
                + ", and what may have been written before is older, so that it might be written twice: " + what
                + ". " + meanwhile + ". Find out there what it has. Then start with " + consent
                + ", which sets these records aside in files beside the checkpoints; or, if it has none of them or knows their keys"
                + " still, start once with a longer keysRememberedFor()");
    }

    @Override
    public void catchUp(List<Manifest> lot, CatchingUp with) throws Exception {
        for (Manifest manifest : lot) {
            CopiedInterval interval = kept(manifest, with.claim());
            if (with.dropped().contains(manifest.checkpoint())) {
                passOver(interval, with);
            } else {
                // An earlier start may have died between setting it aside and the ledger, and this one was not told to
                // go on with that.
                with.claim()
                        .takeBack(AsideFile.name(
                                name, manifest.checkpoint(), manifest.owner().lineage()));
                write(interval, manifest);
            }
            caughtUp = interval.records() > 0 ? manifest.checkpoint() : caughtUp;
            held = interval.entry();
        }
    }

    private void write(CopiedInterval interval, Manifest manifest) throws Exception {
        if (sink.keysRememberedFor().isEmpty()) {
            interval.call(connection);
            return;
        }
        KeyedCommit.call(
                connection,
                interval,
                () -> requireRemembered(
                        List.of(manifest),
                        "This start has written what came before, as long as its keys were remembered, and perhaps some"
                                + " of these records"));
    }

    /** The newest checkpoint of which this start has written records, or set them aside; -1 if it has not. */
    long caughtUp() {
        return caughtUp;
    }

    /**
     * First the file, then the ledger: whenever the ledger has passed over an interval, its records are in the file. And as long as it has not, the file
     * counts for nothing: each start writes it anew, or takes it back.
     */
    private void passOver(CopiedInterval interval, CatchingUp with) throws Exception {
        long checkpoint = interval.checkpoint();
        var file = new AsideFile(
                job.name(),
                name,
                resource(),
                checkpoint,
                interval.entry().owner().lineage(),
                with.owner().epoch(),
                interval.records(),
                Schema.of(sink.type()));
        String place = with.claim().setAside(file.name(), file.bytes(interval));
        if (hasLedger()) {
            interval.withoutRecords().call(connection);
        }
        job.counters().setAside(name, interval.records());
        job.log()
                .warn(
                        checkpoint,
                        "PASSED OVER with consent: sink '" + name + "' (" + description() + ") of job '" + job.name()
                                + "' is not given the " + interval.records() + " records of checkpoint " + checkpoint
                                + "; they are in " + place);
    }

    /** What the checkpoint has kept, converted from the types of that time. */
    private CopiedInterval kept(Manifest manifest, StoreClaim claim) {
        CopyEntry copy = copy(manifest);
        LedgerEntry entry = entry(manifest.checkpoint(), manifest.owner());
        if (copy == null || copy.records() == 0) {
            return new CopiedInterval(List.of(), Codecs.of(sink.type()), 0, entry, held, fence);
        }
        List<Supplier<byte[]>> pieces = new ArrayList<>();
        copy.chunks().forEach(chunk -> pieces.add(() -> claim.readKept(chunk)));
        ValueReader<Object> reader = Conversion.of(copy.type(), sink.type(), name, Conversion.Use.VALUE)
                .reader();
        return new CopiedInterval(pieces, reader, copy.records(), entry, held, fence);
    }

    /** The next interval of an execution. */
    CopiedInterval interval(
            long checkpoint, Owner owner, List<Supplier<byte[]>> pieces, long records, @Nullable LedgerEntry before) {
        return new CopiedInterval(pieces, Codecs.of(sink.type()), records, entry(checkpoint, owner), before, fence);
    }

    /** How the committer is to write it. */
    CommitWork<WriteAheadConnection<Object>> work(CopiedInterval interval) {
        return sink.keysRememberedFor()
                .<CommitWork<WriteAheadConnection<Object>>>map(
                        kept -> new KeyedCommit(interval, kept, job.environment()))
                .orElse(interval);
    }

    private @Nullable CopyEntry copy(Manifest manifest) {
        Manifest.SinkEntry entry = entry(manifest);
        return entry == null ? null : entry.copy();
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
