package io.staunch.runtime.job;

import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.guarantee.Guarantee;
import io.staunch.ledger.Owner;
import io.staunch.protocol.checkpoint.PendingCheckpoint;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.refused.RefusedPlaces;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.task.Reports;
import io.staunch.source.Split;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Puts a checkpoint together from what tasks and sinks report, and makes it durable. Owned by the coordinator. */
final class Assembly {
    private final JobContext job;
    private final Session session;
    private final Beginning base;
    private final Execution execution;
    private final Positions positions;
    private final Lead lead;
    private final Followers followers;
    private final Settlement settlement;
    private final Refusals refusals;
    private final boolean atMostOnce;

    private @Nullable PendingCheckpoint pending;
    private StateChunks state = StateChunks.NONE;
    private StateChunks completeState = StateChunks.NONE;
    private Map<String, List<Split>> splits = new TreeMap<>();

    /** Places of what is in flight in the pending checkpoint; empty if no places are remembered. */
    private Set<SourcePlace> inFlight = new HashSet<>();

    private Map<String, List<Split>> completeSplits = new TreeMap<>();
    private long records;
    private long completeRecords;
    private long bytes;
    private long alignmentNanos;
    private long captureNanos;
    private long durable = -1;
    private boolean splitsPending;
    private long previous;

    Assembly(
            JobContext job,
            Session session,
            Beginning base,
            Execution execution,
            Positions positions,
            Lead lead,
            Followers followers,
            Refusals refusals) {
        this.job = job;
        this.session = session;
        this.base = base;
        this.execution = execution;
        this.positions = positions;
        this.lead = lead;
        this.followers = followers;
        this.settlement = new Settlement(base.manifest());
        this.refusals = refusals;
        this.atMostOnce = job.plan().pipeline().guarantee() == Guarantee.AT_MOST_ONCE;
        this.previous = base.manifest().checkpoint();
    }

    /** The checkpoint that was restored. */
    long restored() {
        return base.manifest().checkpoint();
    }

    Owner owner() {
        return base.owner();
    }

    boolean pending() {
        return pending != null;
    }

    /** Id of the checkpoint being taken; -1 if none is. */
    long pendingId() {
        return pending == null ? -1 : pending.id();
    }

    /** The newest durable checkpoint of this execution; -1 if it has none yet. */
    long durable() {
        return durable;
    }

    boolean timedOut(long now) {
        return pending != null && pending.timedOut(now, job.timeoutNanos());
    }

    Set<String> missing() {
        return pending == null ? Set.of() : new TreeSet<>(pending.missing());
    }

    /**
     * Whether records were read or timers fired since the last complete checkpoint, or splits found. At most once, timers and answers change nothing
     * that a checkpoint holds.
     */
    boolean changed() {
        long done = atMostOnce ? job.counters().read() : job.counters().done();
        return positions.undelivered() || splitsPending || done != completeRecords;
    }

    void begin(long id, long now, Set<String> participants) {
        pending = new PendingCheckpoint(id, now, participants);
        splitsPending |= positions.undelivered();
        state = StateChunks.NONE;
        splits = new TreeMap<>();
        inFlight = new HashSet<>();
        records = 0;
        bytes = 0;
        alignmentNanos = 0;
        captureNanos = 0;
    }

    void abandon() {
        pending = null;
    }

    /** Takes a task's part; its bytes go to the store at once. */
    void captured(Reports.Captured captured) {
        Plan plan = job.plan();
        int index = captured.task() % plan.parallelism();
        for (Map.Entry<String, Captured> operator : captured.state().entrySet()) {
            List<Chunk> stored = new ArrayList<>();
            for (ByteBuffer chunk : operator.getValue().chunks()) {
                bytes += chunk.remaining();
                stored.add(session.append(chunk));
            }
            var part = new StateChunks.Part(operator.getKey(), index);
            state = state.with(part, completeState, operator.getValue().needs(), stored);
        }
        if (execution.sourceTasks().contains(captured.task())) {
            String source = plan.nodes()
                    .get(plan.stages().get(captured.task() / plan.parallelism()).head())
                    .name();
            splits.computeIfAbsent(source, name -> new ArrayList<>()).addAll(captured.positions());
        }
        if (!execution.remembered().places().isEmpty()) {
            inFlight.addAll(captured.inFlight());
        }
        records += captured.records();
        alignmentNanos = Math.max(alignmentNanos, captured.alignmentNanos());
        captureNanos = Math.max(captureNanos, captured.captureNanos());
        acknowledge(Participants.task(captured.task()));
    }

    void prepared(String sink) {
        followers.prepared(sink);
        acknowledge(sink);
    }

    boolean acknowledgedByAll() {
        return pending != null && pending.acknowledgedByAll();
    }

    /** Makes the checkpoint durable, in one atomic step of the store. */
    void complete() {
        PendingCheckpoint complete = required();
        followers.store();
        Manifest manifest = manifest(complete.id());
        var stored =
                new StoredCheckpoint(complete.id(), base.owner(), manifest.toBytes(), BeginningPlan.chunks(manifest));
        long begin = job.environment().nanoTime();
        session.complete(stored);
        execution.remembered().places(toCome(manifest.sources()));
        previous = complete.id();
        completeState = state;
        completeSplits = splits;
        durable = complete.id();
        completeRecords = records;
        splitsPending = false;
        long durableAt = job.environment().nanoTime();
        pending = null;
        followers.durable(complete.id());
        settlement.durable(complete.id(), durableAt, withoutLedger(manifest));
        job.counters()
                .checkpoints()
                .durable(
                        new CheckpointFigures.Completed(
                                bytes,
                                durableAt - complete.startedNanos(),
                                alignmentNanos,
                                captureNanos,
                                durableAt - begin),
                        durableAt);
    }

    private static List<Manifest.CopyEntry> withoutLedger(Manifest manifest) {
        List<Manifest.CopyEntry> copies = new ArrayList<>();
        for (Manifest.SinkEntry sink : manifest.sinks()) {
            if (sink.copy() != null && sink.ledger() == null) {
                copies.add(sink.copy());
            }
        }
        return copies;
    }

    /** The lead has the checkpoint, or there is none: recovery goes back no further. */
    void confirmed(long id) {
        settlement.confirmed(id);
    }

    /** Takes the next checkpoint that every ledger has, and frees what only older ones need. Returns its id; -1 if there is none. */
    long settle() {
        Settlement.Durable settled = settlement.settled(followers.committed(Long.MAX_VALUE));
        if (settled == null) {
            return -1;
        }
        long now = job.environment().nanoTime();
        job.counters().checkpoints().settled(now - settled.durableAt(), now);
        session.keepFrom(settlement.oldest(followers.held()), job.settings().retain());
        return settled.id();
    }

    /** Positions of a source in the last complete checkpoint. */
    List<Split> positions(String source) {
        return completeSplits.getOrDefault(source, List.of());
    }

    private void acknowledge(String participant) {
        pending = required().acknowledged(participant);
    }

    private PendingCheckpoint required() {
        if (pending == null) {
            throw new IllegalStateException("no checkpoint is being taken");
        }
        return pending;
    }

    private Manifest manifest(long id) {
        List<Manifest.SourceEntry> sources = new ArrayList<>();
        splits.forEach((name, all) -> sources.add(Manifests.source(name, sorted(all))));
        String resource = lead.connection() == null ? null : lead.connection().resource();
        var sinks =
                new SinkStates(resource, lead.slot(), base.ledgers(), Set.of(), followers.copies(), followers.tokens());
        return new Manifest(
                job.name(),
                id,
                previous,
                base.owner(),
                null,
                job.environment().currentTimeMs(),
                job.plan().keyGroups(),
                Manifests.operators(job.plan(), state),
                sources,
                Manifests.sinks(job.plan(), sinks),
                toCome(sources).all());
    }

    /** The refused records that come again after a recovery to these positions and to what is in flight. */
    private RefusedPlaces toCome(List<Manifest.SourceEntry> sources) {
        return refusals.toCome(execution.remembered().places(), sources, inFlight);
    }

    private static List<Split> sorted(List<Split> splits) {
        return splits.stream().sorted(java.util.Comparator.comparing(Split::id)).toList();
    }
}
