package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedTimers;
import io.staunch.graph.KeySelector;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.operators.Operators;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.protocol.keys.KeyGroups;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.plan.TimerStates;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one keyed operation, stepped by hand, with the real state backend. They can be put away and made anew at another parallelism
 * from what a checkpoint would hold; what has come out since the last checkpoint is then taken back, as a rollback would.
 */
final class KeyedTasks {
    private static final int KEY_GROUPS = 8;

    /** What came out. */
    record Out(long timestamp, Object value, @Nullable String side) {}

    private final List<SideOutput<?>> sides;
    private final boolean timed;
    private final ManualEnvironment environment;
    private final List<Out> out = new ArrayList<>();
    private List<One> tasks = List.of();
    private List<byte[]> checkpoint = List.of();
    private KeyedOperation operation;
    private int outAtCheckpoint;
    private long checkpoints;

    KeyedTasks(KeyedOperation operation, List<SideOutput<?>> sides, boolean timed, ManualEnvironment environment) {
        this.operation = operation;
        this.sides = sides;
        this.timed = timed;
        this.environment = environment;
        make(1);
    }

    void record(long key, long timestamp, Object value) {
        long hash = KeyHash.of(key);
        One one = tasks.get(KeyGroupRange.task(KeyGroups.of(hash, KEY_GROUPS), tasks.size(), KEY_GROUPS));
        one.in.append(value, timestamp, 0, hash);
        one.run();
    }

    void watermark(long time) {
        for (One one : tasks) {
            one.in.watermark(new Watermark(time, false));
            one.run();
        }
    }

    /** Lets tasks look at the clock. */
    void clock() {
        tasks.forEach(One::run);
    }

    /** Takes a checkpoint: all of the state, in the bytes that a store would get. Returns how many. */
    int checkpoint() {
        checkpoint = new ArrayList<>();
        for (One one : tasks) {
            Capture capture = one.state.capture(new Barrier(++checkpoints, -1));
            while (!capture.advance(1_000)) {
                // More is to be written.
            }
            for (ByteBuffer chunk : capture.result().chunks()) {
                byte[] bytes = new byte[chunk.remaining()];
                chunk.duplicate().get(bytes);
                checkpoint.add(bytes);
            }
        }
        outAtCheckpoint = out.size();
        return checkpoint.stream().mapToInt(bytes -> bytes.length).sum();
    }

    /** What happened since the checkpoint is forgotten; it goes on with so many tasks. */
    void restore(int parallelism) {
        tasks.forEach(one -> one.state.close());
        out.subList(outAtCheckpoint, out.size()).clear();
        make(parallelism);
    }

    /** Likewise with another operation on the same state. */
    void restore(int parallelism, KeyedOperation other) {
        operation = other;
        restore(parallelism);
    }

    /** All that has come out. */
    List<Out> out() {
        return out;
    }

    private void make(int parallelism) {
        tasks = new ArrayList<>();
        for (int task = 0; task < parallelism; task++) {
            tasks.add(new One(KeyGroupRange.of(task, parallelism, KEY_GROUPS)));
        }
    }

    private final class One {
        private final Outbox upstream = new Outbox();
        private final Channel channel = new Channel(Batch.Layout.PRIMITIVE_KEYS, 16, () -> {}, () -> {}, environment);
        private final Lane in = upstream.lane(channel);
        private final KeyedState state;
        private final ChannelTask task;

        One(KeyGroupRange groups) {
            var outbox = new Outbox();
            var cursor = new Cursor();
            var guard = new CallGuard();
            var time = new TaskTime(groups, KEY_GROUPS);
            var node = new Node.KeyedNode("operator", 0, KeySelector.ofLong(value -> 0), operation);
            state = new KeyedState(HeapKeyedBackend::new, node, groups, KEY_GROUPS, timed ? time : null);
            var expiring = new ExpiringStates(state.backend(), environment);
            KeyedProcess<Object, Object, Object> operator = Operators.make(operation, expiring, new CodecCopies());
            boolean hasTimers = TimerStates.has(operator);
            KeyedTimers event = hasTimers ? state.backend().timers(TimerStates.EVENT_TIME) : null;
            KeyedTimers processing = hasTimers ? state.backend().timers(TimerStates.PROCESSING_TIME) : null;
            state.restore(new Restored(checkpoint, Map.of()));
            Map<String, Receiver> aside = new HashMap<>();
            sides.forEach(side -> aside.put(side.name(), into(side.name())));
            var head = new KeyedHead(new KeyedHead.Parts(
                    "operator",
                    state.backend(),
                    operator,
                    expiring,
                    event,
                    processing,
                    new TaskTimers("operator", event, processing, timed),
                    time,
                    new Exits("operator", into(null), Map.copyOf(aside), guard),
                    outbox,
                    cursor,
                    false,
                    new AtomicLong(),
                    new Tally(new AtomicLong()),
                    new AtomicReference<>(Watermark.START),
                    environment));
            List<Stateful> states = List.of(state);
            var parts = new TaskParts(
                    0,
                    "task",
                    outbox,
                    new Pressure(environment),
                    cursor,
                    guard,
                    states,
                    new TaskCapture(0, "task", states, new NoReports(), environment),
                    List.of(),
                    new NoReports());
            task = new ChannelTask(parts, List.of(channel), head, Guarantee.EXACTLY_ONCE, environment);
        }

        void run() {
            upstream.flush();
            for (int idle = 0; idle < 2; ) {
                idle = task.step() ? 0 : idle + 1;
            }
        }
    }

    private Receiver into(@Nullable String side) {
        return new Receiver() {
            @Override
            public void accept(Object value, long timestamp) {
                out.add(new Out(timestamp, value, side));
            }

            @Override
            public void watermark(Watermark watermark) {
                // Only records are looked at.
            }
        };
    }
}
