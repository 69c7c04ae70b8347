package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedTimers;
import io.staunch.environment.Environment;
import io.staunch.error.StaunchException;
import io.staunch.function.FilterFunction;
import io.staunch.function.FlatMapFunction;
import io.staunch.function.IntKeyFunction;
import io.staunch.function.KeyFunction;
import io.staunch.function.LongKeyFunction;
import io.staunch.function.MapFunction;
import io.staunch.graph.KeySelector;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.operators.Operators;
import io.staunch.process.KeyedProcess;
import io.staunch.process.OperatorProcess;
import io.staunch.process.OperatorProcessFactory;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.keys.KeyHasher;
import io.staunch.protocol.time.SplitTimes;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.plan.Edge;
import io.staunch.runtime.plan.Factories;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.plan.Stage;
import io.staunch.runtime.plan.TimerStates;
import io.staunch.source.SourceReader;
import io.staunch.state.OperatorStates;
import io.staunch.time.MillisFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds one task: its chain from the ends to the head, its state, its place among the channels. Used once. */
public final class TaskBuilder {
    private final Plan plan;
    private final Stage stage;
    private final int index;
    private final Wiring wiring;
    private final Reports reports;
    private final Environment environment;
    private final Outbox outbox = new Outbox();
    private final Cursor cursor = new Cursor();
    private final CallGuard guard = new CallGuard();
    private final List<Stateful> states = new ArrayList<>();
    private final List<Tally> tallies = new ArrayList<>();
    private final List<Timed> timed = new ArrayList<>();

    public TaskBuilder(Plan plan, Stage stage, int index, Wiring wiring, Reports reports, Environment environment) {
        this.plan = plan;
        this.stage = stage;
        this.index = index;
        this.wiring = wiring;
        this.reports = reports;
        this.environment = environment;
    }

    /** The task, with its state restored. */
    public Task build() {
        Node head = plan.nodes().get(stage.head());
        String name = plan.taskName(stage, index);
        var parts = new TaskParts(
                plan.task(stage.number(), index),
                name,
                outbox,
                wiring.pressure(name),
                cursor,
                guard,
                states,
                new TaskCapture(plan.task(stage.number(), index), name, states, reports, environment),
                tallies,
                reports);
        if (head.kind() == Node.Kind.SOURCE) {
            return source(parts, (Node.SourceNode) head);
        }
        List<Channel> ofStream = inputs(false);
        List<Channel> all = new ArrayList<>(ofStream);
        all.addAll(inputs(true));
        ChannelTask.Head first = first(head, ofStream.size());
        return new ChannelTask(
                parts, all, ofStream.size(), first, plan.pipeline().guarantee(), environment);
    }

    /** @param ofStream how many of the task's channels are of the head's stream, the first ones */
    private ChannelTask.Head first(Node head, int ofStream) {
        if (head instanceof Node.KeyedNode keyed) {
            if (keyed.operation() instanceof KeyedOperation.Connected connected) {
                BroadcastCopy table = table(connected.broadcast());
                return new Heads.Connected(keyed(keyed, table), table, ofStream);
            }
            return keyed(keyed, null);
        }
        if (head instanceof Node.ConnectedNode connected) {
            BroadcastCopy table = table(connected.broadcast());
            Receiver function =
                    process(connected.name(), states -> Factories.of(connected).make(states, table), stage.head());
            return new Heads.Connected(new Heads.Plain(function), table, ofStream);
        }
        return head instanceof Node.EnrichNode enrich ? enrich(enrich) : new Heads.Plain(after(stage.head()));
    }

    private BroadcastCopy table(int broadcast) {
        Node.KeyedNode node = (Node.KeyedNode) plan.nodes().get(broadcast);
        var table = new BroadcastCopy();
        var operation = (KeyedOperation.Broadcast) node.operation();
        restore(node.name(), restored -> table.restore(wiring.stateBackend(), operation, plan.keyGroups(), restored));
        return table;
    }

    private ChannelTask.Head enrich(Node.EnrichNode node) {
        List<Gate> gates = plan.sources(stage.head()).stream()
                .map(source -> wiring.gate((Node.SourceNode) plan.nodes().get(source)))
                .toList();
        var head = new EnrichHead(new EnrichHead.Parts(
                node.enrichment(),
                wiring.calls(node, index),
                exits(stage.head()),
                outbox,
                cursor,
                gates,
                wiring.wake(index),
                wiring.fired(node, index)));
        var state = new InFlightState(
                node.name(), node.enrichment().type(), index, plan.parallelism(), head.enricher(), wiring.origins());
        restore(node.name(), restored -> state.restore(restored, mine(node)));
        states.add(state);
        return head;
    }

    /** Which records are of this task's keys; null if there are no keys. */
    private @Nullable Predicate<Object> mine(Node.EnrichNode node) {
        if (node.key() == null) {
            return null;
        }
        KeyGroupRange groups = KeyGroupRange.of(index, plan.parallelism(), plan.keyGroups());
        var group = new KeyGroupOf(node.key(), plan.keyGroups());
        return value -> groups.contains(group.record(value));
    }

    /** The step of a source's chain that gives event time. */
    private record Timed(Node.EventTimeNode node, EventTimeStep step, SplitTimes times) {}

    private Task source(TaskParts parts, Node.SourceNode node) {
        Exits exits = exits(stage.head());
        Wiring.NumberedReader reader = wiring.reader(node, index);
        var splits = wiring.splits(node, index);
        var counter = wiring.counter(stage.head(), index);
        var skipped = wiring.skipped(node, index);
        var lag = new LagReport(reader.reader(), wiring.lag(node, index), environment);
        SourceTime time = time(node, reader.reader());
        return plan.pipeline().guarantee() == Guarantee.AT_MOST_ONCE
                ? new AtMostOnceSourceTask(
                        parts, reader.reader(), reader.number(), splits, exits, counter, skipped, lag, time)
                : new SourceTask(
                        parts,
                        reader.reader(),
                        reader.number(),
                        splits,
                        exits,
                        counter,
                        skipped,
                        lag,
                        time,
                        wiring.gate(node),
                        environment);
    }

    private @Nullable SourceTime time(Node.SourceNode source, SourceReader<Object> reader) {
        if (timed.isEmpty()) {
            return null;
        }
        Timed of = timed.get(0);
        var time = new SourceTime(
                of.node().name(),
                of.node().watermarks(),
                of.step(),
                of.times(),
                reader,
                wiring.alignment(source),
                index,
                environment);
        restore(of.node().name(), time::restore);
        states.add(time);
        return time;
    }

    private Receiver eventTime(Node.EventTimeNode node, Receiver next) {
        var times = new SplitTimes(node.watermarks());
        @SuppressWarnings("unchecked") // the pipeline's builder has checked the types
        var step = new EventTimeStep(
                node.name(),
                (MillisFunction<Object>) node.timestamp(),
                times,
                next,
                wiring.watermark(plan.sourceOf(stage.head()), index));
        timed.add(new Timed(node, step, times));
        return step;
    }

    private ChannelTask.Head keyed(Node.KeyedNode node, @Nullable BroadcastCopy table) {
        KeyGroupRange groups = KeyGroupRange.of(index, plan.parallelism(), plan.keyGroups());
        boolean hasTime = plan.timed(stage.head());
        var time = new TaskTime(groups, plan.keyGroups());
        var state = new KeyedState(wiring.stateBackend(), node, groups, plan.keyGroups(), hasTime ? time : null);
        KeyedBackend backend = state.backend();
        var states = new ExpiringStates(backend, environment);
        KeyedProcess<Object, Object, Object> operator =
                Operators.make(node.operation(), states, new CodecCopies(), table);
        boolean hasTimers = TimerStates.has(operator);
        KeyedTimers event = hasTimers ? backend.timers(TimerStates.EVENT_TIME) : null;
        KeyedTimers processing = hasTimers ? backend.timers(TimerStates.PROCESSING_TIME) : null;
        restore(node.name(), state::restore);
        this.states.add(state);
        var late = new Tally(hasTime ? wiring.late(node, index) : new AtomicLong());
        tallies.add(late);
        return new KeyedHead(new KeyedHead.Parts(
                node.name(),
                backend,
                operator,
                states,
                event,
                processing,
                new TaskTimers(node.name(), event, processing, hasTime),
                time,
                exits(stage.head()),
                outbox,
                cursor,
                node.key().kind() == KeySelector.Kind.INT,
                wiring.fired(node, index),
                late,
                hasTime ? wiring.watermark(node, index) : new AtomicReference<>(Watermark.START),
                environment));
    }

    /** @param ofTable whether those that bring the changes of a table, else those of the stream */
    private List<Channel> inputs(boolean ofTable) {
        List<Channel> inputs = new ArrayList<>();
        for (Edge edge : plan.into(stage.head())) {
            if ((edge.kind() == Edge.Kind.TO_ALL) != ofTable) {
                continue;
            }
            if (edge.kind() == Edge.Kind.FORWARD) {
                inputs.add(wiring.channel(edge, index, index));
            } else {
                for (int from = 0; from < plan.parallelism(); from++) {
                    inputs.add(wiring.channel(edge, from, index));
                }
            }
        }
        return inputs;
    }

    /** Who takes the main output of a node. */
    private Receiver after(int node) {
        List<Receiver> all = new ArrayList<>();
        for (int consumer : plan.consumers(node)) {
            if (plan.nodes().get(consumer).kind() != Node.Kind.SIDE_OUTPUT) {
                all.add(receiver(node, consumer));
            }
        }
        return fan(all);
    }

    private static Receiver fan(List<Receiver> all) {
        return all.size() == 1 ? all.get(0) : new Chain.FanOut(all.toArray(Receiver[]::new));
    }

    private Exits exits(int node) {
        Map<String, List<Receiver>> sides = new HashMap<>();
        for (int consumer : plan.consumers(node)) {
            if (plan.nodes().get(consumer) instanceof Node.SideOutputNode side) {
                sides.computeIfAbsent(side.output().name(), name -> new ArrayList<>())
                        .add(after(consumer));
            }
        }
        Map<String, Receiver> fans = new HashMap<>();
        sides.forEach((name, all) -> fans.put(name, fan(all)));
        return new Exits(plan.nodes().get(node).name(), after(node), Map.copyOf(fans), guard);
    }

    private Receiver receiver(int from, int node) {
        if (plan.heads(node)) {
            return exchange(from, node);
        }
        Node next = plan.nodes().get(node);
        return switch (next.kind()) {
            case MAP -> new Chain.MapOperator(next.name(), mapFunction((Node.MapNode) next), after(node));
            case FILTER -> new Chain.FilterOperator(next.name(), filterFunction((Node.FilterNode) next), after(node));
            case FLAT_MAP ->
                new Chain.FlatMapOperator(next.name(), flatMapFunction((Node.FlatMapNode) next), exits(node));
            case PROCESS -> process(next.name(), processFactory((Node.ProcessNode) next)::make, node);
            case EVENT_TIME -> eventTime((Node.EventTimeNode) next, after(node));
            case SINK -> sink((Node.SinkNode) next, node);
            case SOURCE, UNION, SIDE_OUTPUT, KEYED, CONNECTED, ENRICH ->
                throw new IllegalStateException(
                        "node '" + next.name() + "' of kind " + next.kind() + " can't be chained");
        };
    }

    private Receiver process(String name, Function<OperatorStates, OperatorProcess<Object, Object>> make, int number) {
        var state = new ListStates(name, index, plan.parallelism());
        OperatorProcess<Object, Object> function = make.apply(state.states());
        restore(name, state::restore);
        states.add(state);
        return new ProcessStep(name, function, exits(number));
    }

    /** States of different operators may have the same name: what can't be restored is told with the operator's. */
    private void restore(String operator, Consumer<Restored> state) {
        try {
            state.accept(wiring.restored(operator));
        } catch (StaunchException e) {
            throw new StaunchException(
                    "the state of operator '" + operator + "' can't be restored: " + e.getMessage(), e.remedy(), e);
        }
    }

    private Receiver sink(Node.SinkNode node, int number) {
        Lane lane = outbox.lane(wiring.toSink(number, index));
        var refused = new RefusedExit(
                node.name(),
                node.sink().onRefusedRecord(),
                sides(number),
                wiring::describe,
                cursor,
                wiring.refused(node, index));
        var records = new Tally(wiring.counter(number, index));
        tallies.add(records);
        return new SinkFeed(
                node.name(), wiring.encoder(node, index), lane, cursor, records, refused, wiring.remembered(node));
    }

    /** Who takes the side outputs of a sink: it has one at most. */
    private Receiver sides(int sink) {
        return fan(plan.consumers(sink).stream().map(this::after).toList());
    }

    private Receiver exchange(int from, int node) {
        List<Receiver> all = new ArrayList<>();
        for (Edge edge : plan.into(node)) {
            if (edge.fromNode() == from) {
                all.add(exchange(edge, plan.nodes().get(node).name(), plan.key(node)));
            }
        }
        return fan(all);
    }

    private Receiver exchange(Edge edge, String name, @Nullable KeySelector<?, ?> key) {
        return switch (edge.kind()) {
            case FORWARD -> new Exchanges.Forward(outbox.lane(wiring.channel(edge, index, index)), cursor);
            case TO_ALL -> new Exchanges.ToAll(lanes(edge), cursor);
            case BY_KEY -> byKey(edge, name, Objects.requireNonNull(key));
        };
    }

    private Lane[] lanes(Edge edge) {
        Lane[] byTask = new Lane[plan.parallelism()];
        for (int to = 0; to < byTask.length; to++) {
            byTask[to] = outbox.lane(wiring.channel(edge, index, to));
        }
        return byTask;
    }

    @SuppressWarnings("unchecked") // the pipeline's builder has checked that the key function fits its input
    private Receiver byKey(Edge edge, String name, KeySelector<?, ?> key) {
        Lane[] lanes = Exchanges.byGroup(lanes(edge), plan.keyGroups());
        return switch (key.kind()) {
            case LONG -> new Exchanges.ByLong(name, (LongKeyFunction<Object>) key.ofLong(), lanes, cursor);
            case INT -> new Exchanges.ByInt(name, (IntKeyFunction<Object>) key.ofInt(), lanes, cursor);
            case OBJECT ->
                new Exchanges.ByObject(
                        name,
                        (KeyFunction<Object, Object>) key.object(),
                        (KeyHasher<Object>) KeyHash.hasher(key.type()),
                        lanes,
                        cursor);
        };
    }

    @SuppressWarnings("unchecked") // the pipeline's builder has checked the types
    private static OperatorProcessFactory<Object, Object> processFactory(Node.ProcessNode node) {
        return (OperatorProcessFactory<Object, Object>) node.factory();
    }

    @SuppressWarnings("unchecked")
    private static MapFunction<Object, Object> mapFunction(Node.MapNode node) {
        return (MapFunction<Object, Object>) node.function();
    }

    @SuppressWarnings("unchecked")
    private static FilterFunction<Object> filterFunction(Node.FilterNode node) {
        return (FilterFunction<Object>) node.function();
    }

    @SuppressWarnings("unchecked")
    private static FlatMapFunction<Object, Object> flatMapFunction(Node.FlatMapNode node) {
        return (FlatMapFunction<Object, Object>) node.function();
    }
}
