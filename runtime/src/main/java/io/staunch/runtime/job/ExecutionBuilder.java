package io.staunch.runtime.job;

import io.staunch.backend.StateBackend;
import io.staunch.enrich.CallContext;
import io.staunch.graph.KeySelector;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.protocol.codec.Codecs;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.idempotent.RowCheck;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.plan.Edge;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.plan.Stage;
import io.staunch.runtime.sink.CopyWriter;
import io.staunch.runtime.sink.FollowerCommitter;
import io.staunch.runtime.sink.LeadCommitter;
import io.staunch.runtime.sink.LeadWriter;
import io.staunch.runtime.sink.SinkWriter;
import io.staunch.runtime.sink.TransactionWriter;
import io.staunch.runtime.task.Alignment;
import io.staunch.runtime.task.Gate;
import io.staunch.runtime.task.Origins;
import io.staunch.runtime.task.Pressure;
import io.staunch.runtime.task.RefusedMemory;
import io.staunch.runtime.task.Restored;
import io.staunch.runtime.task.TaskBuilder;
import io.staunch.runtime.task.Wiring;
import io.staunch.runtime.task.Worker;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.Sink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import io.staunch.source.SourceContext;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Builds an execution: workers, channels, tasks with restored state, sinks. Used once, by the coordinator; nothing runs before it is done. */
final class ExecutionBuilder implements Wiring {
    /** How many batches may be on their way from one task to another. */
    private static final int CHANNEL_CAPACITY = 8;

    private record Place(int number, int from, int to) {}

    private final JobContext job;
    private final Plan plan;
    private final Beginning base;
    private final Execution execution;
    private final List<Worker> workers = new ArrayList<>();
    private final List<Doorbell> bells = new ArrayList<>();
    private final Map<Place, Channel> channels = new HashMap<>();
    private final Map<Place, Channel> toSinks = new HashMap<>();
    private final Map<String, Restored> restored = new HashMap<>();
    private final Map<String, Alignment> alignments = new HashMap<>();
    private final Map<String, Gate> gates = new HashMap<>();

    ExecutionBuilder(JobContext job, Beginning base, Runnable wakeCoordinator) {
        this.job = job;
        this.plan = job.plan();
        this.base = base;
        this.execution = new Execution(new Mailbox(job.log(), wakeCoordinator), new Remembered(base.refused()));
    }

    Execution build() {
        int threads = Math.min(workerCount(), plan.parallelism() * plan.stages().size());
        for (int i = 0; i < threads; i++) {
            var bell = new Doorbell();
            var worker = new Worker("worker-" + i, execution.mailbox());
            workers.add(worker);
            bells.add(bell);
            execution.add(worker, bell);
        }
        try {
            fill();
        } catch (RuntimeException | Error e) {
            execution.stop();
            throw e;
        }
        return execution;
    }

    private void fill() {
        plan.edges().forEach(this::connect);
        sinks();
        for (Stage stage : plan.stages()) {
            for (int index = 0; index < plan.parallelism(); index++) {
                task(stage, index);
            }
        }
        scouts();
    }

    private int workerCount() {
        int configured = job.settings().workers();
        return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
    }

    private void task(Stage stage, int index) {
        var builder = new TaskBuilder(plan, stage, index, this, execution.mailbox(), job.environment());
        workers.get(worker(index)).own(builder.build());
        boolean readsSource = plan.nodes().get(stage.head()).kind() == Node.Kind.SOURCE;
        execution.addTask(plan.task(stage.number(), index), readsSource);
    }

    private int worker(int index) {
        return index % workers.size();
    }

    private Doorbell bell(int index) {
        return bells.get(worker(index));
    }

    private void connect(Edge edge) {
        for (int i = 0; i < plan.parallelism(); i++) {
            for (int j = 0; j < plan.parallelism(); j++) {
                if (edge.kind() != Edge.Kind.FORWARD || i == j) {
                    channels.put(
                            new Place(edge.number(), i, j),
                            new Channel(layout(edge), CHANNEL_CAPACITY, bell(j), bell(i), job.environment()));
                }
            }
        }
    }

    private Batch.Layout layout(Edge edge) {
        if (edge.kind() != Edge.Kind.BY_KEY) {
            return Batch.Layout.PLAIN;
        }
        KeySelector<?, ?> key = Objects.requireNonNull(plan.key(edge.toNode()));
        return key.kind() == KeySelector.Kind.OBJECT ? Batch.Layout.OBJECT_KEYS : Batch.Layout.PRIMITIVE_KEYS;
    }

    private void sinks() {
        List<LeadWriter.Input> ofLead = new ArrayList<>();
        var writerBell = new Doorbell();
        for (int number : plan.nodesOf(Node.Kind.SINK)) {
            Node.SinkNode node = (Node.SinkNode) plan.nodes().get(number);
            if (node.sink().kind() == Sink.Kind.REREAD) {
                sinkChannels(number, writerBell)
                        .forEach(channel -> ofLead.add(new LeadWriter.Input(node.name(), channel)));
            } else if (JobContext.follows(node.sink().kind())) {
                follower(node.name(), number);
            } else {
                var bell = new Doorbell();
                var writer = new SinkWriter(
                        node.name(),
                        () -> Casts.connect(node.sink(), context(node), check(node)),
                        sinkChannels(number, bell),
                        plan.pipeline().guarantee() != Guarantee.AT_MOST_ONCE,
                        execution.mailbox(),
                        job.environment());
                execution.add(new Execution.Part("sink-" + node.name(), writer, bell, writer::stop));
                execution.addSink(node.name());
            }
        }
        LeadConnection<Object> connection = base.lead();
        if (connection != null && base.leadState() != null) {
            lead(connection, base.leadState().writing(), ofLead, writerBell);
        }
    }

    private void lead(LeadConnection<Object> connection, int slot, List<LeadWriter.Input> inputs, Doorbell writerBell) {
        String name = connection.resource();
        var committerBell = new Doorbell();
        var writer = new LeadWriter(name, connection, inputs, slot, execution.mailbox(), job.environment());
        var committer = new LeadCommitter(name, connection, execution.mailbox());
        execution.add(new Execution.Part("lead-writer", writer, writerBell, writer::stop));
        execution.add(new Execution.Part("lead-committer", committer, committerBell, committer::stop));
        execution.addSink(name);
        execution.lead(new Execution.Lead(name, connection, writer, writerBell, committer, committerBell));
    }

    private void follower(String name, int node) {
        FollowerOutside outside = base.followers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the start has not connected sink '" + name + "'"));
        if (outside instanceof PreparedOutside prepared) {
            preparing(prepared, node);
        } else {
            copying((WriteAheadOutside) outside, node);
        }
        execution.addSink(name);
    }

    private void copying(WriteAheadOutside outside, int node) {
        String name = outside.name();
        var writerBell = new Doorbell();
        var committerBell = new Doorbell();
        var writer = new CopyWriter(
                name,
                Codecs.of(outside.type()),
                sinkChannels(node, writerBell),
                execution.mailbox(),
                job.environment());
        var committer = new FollowerCommitter<>(
                name,
                outside.resource(),
                outside.connection(),
                outside::reconnect,
                execution.mailbox(),
                job.environment());
        execution.add(new Execution.Part("copy-" + name, writer, writerBell, writer::stop));
        execution.add(new Execution.Part("sink-" + name, committer, committerBell, committer::stop));
        execution.add(new Execution.Copying(outside, writer, writerBell, committer, committerBell));
    }

    private void preparing(PreparedOutside outside, int node) {
        String name = outside.name();
        var writerBell = new Doorbell();
        var committerBell = new Doorbell();
        var writer = new TransactionWriter(
                name,
                outside::connectWriter,
                outside.names(),
                base.owner(),
                sinkChannels(node, writerBell),
                execution.mailbox(),
                job.environment());
        var committer = new FollowerCommitter<>(
                name,
                outside.resource(),
                outside.connection(),
                outside::reconnect,
                execution.mailbox(),
                job.environment());
        execution.add(new Execution.Part("sink-" + name, writer, writerBell, writer::stop));
        execution.add(new Execution.Part("commit-" + name, committer, committerBell, committer::stop));
        execution.add(new Execution.Preparing(outside, writer, writerBell, committer, committerBell));
    }

    private List<Channel> sinkChannels(int node, Doorbell receiver) {
        List<Channel> all = new ArrayList<>();
        for (int index = 0; index < plan.parallelism(); index++) {
            var channel = new Channel(Batch.Layout.PLAIN, CHANNEL_CAPACITY, receiver, bell(index), job.environment());
            toSinks.put(new Place(node, index, 0), channel);
            all.add(channel);
        }
        return all;
    }

    private void scouts() {
        for (Manifest.SourceEntry source : base.manifest().sources()) {
            SplitEnumerator enumerator = base.enumerators().get(source.name());
            if (enumerator != null) {
                var scout = new SplitScout(
                        source.name(),
                        enumerator,
                        Manifests.splits(source),
                        job.settings().discoverEvery().toNanos(),
                        execution.mailbox(),
                        job.environment());
                execution.addScout(source.name(), scout, new Doorbell());
            }
        }
    }

    /** A first checkpoint of a lineage says which one it replaces; before a later one is complete, the table has been taken. */
    private WriterCheck check(Node.SinkNode node) {
        Manifest.Parent parent = base.manifest().parent();
        return new RowCheck(job.name(), node.name(), base.owner(), parent == null ? null : parent.lineage());
    }

    private SinkContext context(Node.SinkNode node) {
        return new SinkContext(job.name(), node.name(), base.owner(), job.environment());
    }

    @Override
    public Channel channel(Edge edge, int fromIndex, int toIndex) {
        return channels.get(new Place(edge.number(), fromIndex, toIndex));
    }

    @Override
    public Channel toSink(int node, int index) {
        return toSinks.get(new Place(node, index, 0));
    }

    @Override
    public NumberedReader reader(Node.SourceNode source, int index) {
        var context = new SourceContext(
                job.name(),
                source.name(),
                index,
                job.environment(),
                bell(index),
                error -> execution.mailbox().failed(source.name(), -1, error));
        var reader = Casts.source(source.source()).reader(context);
        return new NumberedReader(execution.addReader(source.name(), reader), reader);
    }

    @Override
    public List<Split> splits(Node.SourceNode source, int index) {
        return Positions.of(base.manifest(), source.name(), index, plan.parallelism());
    }

    @Override
    public SinkEncoder<Object, Object> encoder(Node.SinkNode sink, int index) {
        return Casts.encoder(sink.sink(), context(sink), base.lead());
    }

    @Override
    public AtomicLong counter(int node, int index) {
        Node of = plan.nodes().get(node);
        return of.kind() == Node.Kind.SINK
                ? job.counters().sink(of.name(), index)
                : job.counters().source(of.name(), index);
    }

    @Override
    public StateBackend stateBackend() {
        StateBackend chosen = job.settings().stateBackend();
        return chosen == null ? HeapKeyedBackend::new : chosen;
    }

    @Override
    public AtomicLong skipped(Node.SourceNode source, int index) {
        return job.counters().skipped(source.name(), index);
    }

    @Override
    public AtomicLong refused(Node.SinkNode sink, int index) {
        return job.counters().refused(sink.name(), index);
    }

    @Override
    public @Nullable RefusedMemory remembered(Node.SinkNode sink) {
        return execution.remembered().ofSink(sink.name(), execution);
    }

    @Override
    public String describe(long origin) {
        return execution.describe(origin);
    }

    @Override
    public Origins origins() {
        return execution;
    }

    @Override
    public AtomicLong lag(Node.SourceNode source, int index) {
        return job.counters().lag(source.name(), index);
    }

    @Override
    public Alignment alignment(Node.SourceNode source) {
        return alignments.computeIfAbsent(source.name(), name -> new Alignment(plan.parallelism()));
    }

    @Override
    public Gate gate(Node.SourceNode source) {
        return gates.computeIfAbsent(source.name(), name -> new Gate(() -> bells.forEach(Doorbell::run)));
    }

    @Override
    public Runnable wake(int index) {
        return bell(index);
    }

    @Override
    public CallContext calls(Node.EnrichNode node, int index) {
        return new CallContext(job.name(), node.name(), index, job.environment());
    }

    @Override
    public AtomicLong fired(Node node, int index) {
        return job.counters().fired(node.name(), index);
    }

    @Override
    public AtomicLong late(Node.KeyedNode node, int index) {
        return job.counters().late(node.name(), index);
    }

    @Override
    public AtomicReference<Watermark> watermark(Node node, int index) {
        return job.counters().watermark(node.name(), index);
    }

    @Override
    public Pressure pressure(String task) {
        return job.counters().pressure(task);
    }

    @Override
    public Restored restored(String operator) {
        return restored.computeIfAbsent(operator, this::read);
    }

    private Restored read(String operator) {
        if (plan.pipeline().guarantee() == Guarantee.AT_MOST_ONCE) {
            return Restored.NOTHING;
        }
        for (Manifest.OperatorEntry entry : base.manifest().operators()) {
            if (entry.name().equals(operator)) {
                return read(entry);
            }
        }
        return Restored.NOTHING;
    }

    private Restored read(Manifest.OperatorEntry entry) {
        List<byte[]> chunks = new ArrayList<>();
        entry.chunks().forEach(chunk -> chunks.add(base.claim().read(chunk.chunk())));
        Map<String, List<Schema>> types = new HashMap<>();
        entry.states().forEach(state -> types.put(state.name(), state.types()));
        return new Restored(chunks, types);
    }
}
