package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedTimers;
import io.staunch.graph.KeySelector;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.KeyedProcess;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.time.Reached;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.source.Split;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import io.staunch.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** A task with timers, stepped by hand. */
class KeyedHeadTest implements Reports {
    private static final KeyGroupRange ALL = new KeyGroupRange(0, 7);

    private final ManualEnvironment environment = new ManualEnvironment();
    private final Outbox upstream = new Outbox();
    private final Channel channel = new Channel(Batch.Layout.PRIMITIVE_KEYS, 16, () -> {}, () -> {}, environment);
    private final Lane in = upstream.lane(channel);
    private final Outbox outbox = new Outbox();
    private final Cursor cursor = new Cursor();
    private final List<String> done = new ArrayList<>();
    private final AtomicLong fired = new AtomicLong();
    private final List<Integer> firedPerStep = new ArrayList<>();
    private BiConsumer<Long, KeyedProcess.Context<Object, Object>> onRecord = (value, context) -> {};
    private BiConsumer<Timer, KeyedProcess.Context<Object, Object>> onTimer = (timer, context) -> {};
    private boolean timed = true;
    private List<Reached> restored = List.of();
    private ChannelTask made;

    private final class Function implements KeyedProcess<Object, Object, Object> {
        @Override
        public void process(Object value, Context<Object, Object> context) {
            done.add("record " + value + (context.late() ? " late" : ""));
            onRecord.accept((Long) value, context);
        }

        @Override
        public void onTimer(Timer timer, Context<Object, Object> context) {
            String kind = timer.kind() == Timer.Kind.EVENT_TIME ? "timer " : "clock ";
            done.add(kind + timer.time() + " of " + context.key() + " at " + context.currentWatermark());
            onTimer.accept(timer, context);
        }
    }

    private ChannelTask task() {
        if (made == null) {
            made = make();
        }
        return made;
    }

    private ChannelTask make() {
        var backend = new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, 8, ALL);
        KeyedTimers event = backend.timers("event");
        KeyedTimers processing = backend.timers("processing");
        var guard = new CallGuard();
        List<Stateful> states = List.of();
        var time = new TaskTime(ALL, 8);
        time.restore(restored);
        Receiver behind = new Receiver() {
            @Override
            public void accept(Object value, long timestamp) {
                done.add("out " + value + " at " + timestamp + " from " + cursor.origin());
            }

            @Override
            public void watermark(Watermark watermark) {
                done.add("watermark " + watermark.time());
            }
        };
        var head = new KeyedHead(new KeyedHead.Parts(
                "operator",
                backend,
                new Function(),
                new ExpiringStates(backend, environment),
                event,
                processing,
                new TaskTimers("operator", event, processing, timed),
                time,
                new Exits("operator", behind, Map.of(), guard),
                outbox,
                cursor,
                false,
                fired,
                new Tally(new AtomicLong()),
                new AtomicReference<>(Watermark.START),
                environment));
        var parts = new TaskParts(
                0,
                "task",
                outbox,
                new Pressure(environment),
                cursor,
                guard,
                states,
                new TaskCapture(0, "task", states, this, environment),
                List.of(),
                this);
        return new ChannelTask(parts, List.of(channel), head, Guarantee.EXACTLY_ONCE, environment);
    }

    private void record(long value, long timestamp) {
        in.append(value, timestamp, value, KeyHash.of(value % 10));
        upstream.flush();
    }

    private void watermark(long time) {
        in.watermark(new Watermark(time, false));
        upstream.flush();
    }

    private void run() {
        task();
        for (int idle = 0; idle < 3; ) {
            long before = fired.get();
            idle = task().step() ? 0 : idle + 1;
            firedPerStep.add((int) (fired.get() - before));
        }
    }

    @Test
    void aTimerFiresWhenTheWatermarkReachesItAndTheWatermarkGoesOnBehindIt() {
        onRecord = (value, context) -> context.timers().atEventTime(100);
        onTimer = (timer, context) -> context.emit("x");
        record(1, 50);
        watermark(99);
        watermark(100);
        run();
        assertThat(done)
                .containsExactly(
                        "record 1", "watermark 99", "timer 100 of 1 at 100", "out x at 100 from -1", "watermark 100");
    }

    @Test
    void aTimerOfOneKeyAndTimeIsOneAndADeletedOneIsNone() {
        onRecord = (value, context) -> {
            context.timers().atEventTime(100);
            context.timers().atEventTime(100);
            context.timers().atEventTime(200);
            context.timers().deleteEventTime(200);
            context.timers().deleteEventTime(300);
        };
        record(1, 1);
        record(11, 2);
        record(2, 3);
        watermark(1_000);
        run();
        assertThat(done.stream().filter(what -> what.startsWith("timer")))
                .containsExactlyInAnyOrder("timer 100 of 1 at 1000", "timer 100 of 2 at 1000");
    }

    @Test
    void aTimerInThePastFiresWhenTheWatermarkNextAdvances() {
        onRecord = (value, context) -> context.timers().atEventTime(value);
        watermark(100);
        record(50, 101);
        record(60, 102);
        run();
        assertThat(done).containsExactly("watermark 100", "record 50", "record 60");
        watermark(101);
        run();
        assertThat(done).endsWith("timer 50 of 0 at 101", "timer 60 of 0 at 101", "watermark 101");
    }

    @Test
    void aTimerThatIsRegisteredByOneThatFiresFiresWithTheSameAdvance() {
        onRecord = (value, context) -> context.timers().atEventTime(10);
        onTimer = (timer, context) -> {
            if (timer.time() < 30) {
                context.timers().atEventTime(timer.time() + 10);
            }
        };
        record(1, 1);
        watermark(25);
        run();
        assertThat(done).containsExactly("record 1", "timer 10 of 1 at 25", "timer 20 of 1 at 25", "watermark 25");
    }

    @Test
    void recordsAreLateOnceTheWatermarkHasReachedThem() {
        watermark(100);
        record(1, 100);
        record(2, 101);
        record(3, Long.MIN_VALUE);
        run();
        assertThat(done).containsExactly("watermark 100", "record 1 late", "record 2", "record 3");
    }

    /** Many timers are due: no step takes them all, records wait, barriers don't. */
    @Test
    void firingIsBoundedPerStepAndBarriersPassInBetween() {
        onRecord = (value, context) -> {
            for (int i = 0; i < 2_000; i++) {
                context.timers().atEventTime(i);
            }
        };
        record(1, 1);
        watermark(5_000);
        upstream.barrier(new Barrier(1, -1));
        record(2, 6_000);
        run();
        assertThat(firedPerStep).allMatch(count -> count <= Batch.CAPACITY);
        assertThat(fired.get()).isEqualTo(2_000);
        assertThat(done.indexOf("captured 1 after 512")).isBetween(2, 600);
        assertThat(done.subList(done.size() - 2, done.size())).containsExactly("watermark 5000", "record 2");
    }

    /** There is no later checkpoint that could hold what fires at the end. */
    @Test
    void theBarrierBehindTheEndOfTimeWaitsForAllTimers() {
        onRecord = (value, context) -> {
            for (int i = 0; i < 2_000; i++) {
                context.timers().atEventTime(i);
            }
        };
        record(1, 1);
        watermark(Long.MAX_VALUE);
        upstream.barrier(new Barrier(1, -1));
        run();
        assertThat(done).endsWith("watermark " + Long.MAX_VALUE, "captured 1 after 2000");
    }

    /** F35 */
    @Test
    void aRestoredTaskBeginsWithItsWatermarkAndKeepsThatOfEachKeyGroup() {
        long hash = KeyHash.of(1);
        int group = io.staunch.protocol.keys.KeyGroups.of(hash, 8);
        var ahead = new KeyGroupRange(group, group);
        restored = List.of(new Reached(ALL, 100), new Reached(ahead, 150));
        record(1, 120);
        record(2, 120);
        record(3, 100);
        run();
        boolean other = io.staunch.protocol.keys.KeyGroups.of(KeyHash.of(2), 8) == group;
        assertThat(done)
                .containsExactly(
                        "watermark 100", "record 1 late", other ? "record 2 late" : "record 2", "record 3 late");
    }

    /** F49 */
    @Test
    void processingTimersGoByAWallClockThatMayJumpAndFireOnce() {
        long start = environment.currentTimeMs();
        onRecord = (value, context) -> context.timers().atProcessingTime(start + value);
        onTimer = (timer, context) -> context.emit(timer.kind());
        record(1_000, 1);
        record(7_200_000, 2);
        run();
        assertThat(done).containsExactly("record 1000", "record 7200000");
        environment.jump(-3_600_000);
        run();
        environment.jump(3_599_999);
        run();
        assertThat(done).hasSize(2);
        environment.jump(3_600_000);
        run();
        environment.jump(-3_600_000);
        run();
        environment.jump(3_600_000);
        run();
        assertThat(done)
                .containsExactly(
                        "record 1000",
                        "record 7200000",
                        "clock " + (start + 1_000) + " of 0 at " + Long.MIN_VALUE,
                        "out PROCESSING_TIME at " + Long.MIN_VALUE + " from -1");
        environment.pass(3_700_000);
        run();
        assertThat(done)
                .endsWith("out PROCESSING_TIME at " + Long.MIN_VALUE + " from -1")
                .hasSize(6);
    }

    @Test
    void aProcessingTimerInThePastFiresSoon() {
        onRecord = (value, context) -> context.timers().atProcessingTime(5);
        record(1, 1);
        run();
        assertThat(done).containsExactly("record 1", "clock 5 of 1 at " + Long.MIN_VALUE);
    }

    @Test
    void withoutEventTimeATimerThatWouldNeverFireIsRefused() {
        timed = false;
        onRecord = (value, context) -> context.timers().atEventTime(5);
        record(1, 1);
        assertThatThrownBy(this::run)
                .isInstanceOf(OperatorFailure.class)
                .cause()
                .hasMessageContaining("operator 'operator'")
                .hasMessageContaining("call eventTime(...)");
    }

    @Override
    public void captured(Captured captured) {
        done.add("captured " + captured.checkpoint() + " after " + captured.records());
    }

    @Override
    public void prepared(String sink, long checkpoint) {}

    @Override
    public void opened(long nanoTime) {}

    @Override
    public void committed(long checkpoint) {}

    @Override
    public void discovered(String source, List<Split> splits) {}

    @Override
    public void finished(int task) {}

    @Override
    public void failed(String subject, long origin, Throwable why) {}

    @Override
    public void step(ProtocolStep step, long checkpoint, String subject, String detail) {}
}
