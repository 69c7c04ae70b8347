package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.aggregate.Aggregates;
import io.staunch.backend.StateBackend;
import io.staunch.error.ConfigurationException;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.KeyedProcess;
import io.staunch.source.Source;
import io.staunch.state.MapState;
import io.staunch.time.Timer;
import io.staunch.time.Watermarks;
import io.staunch.window.TumblingWindows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with event time: counts of numbers per window, by timers. */
@Timeout(120)
class EventTimeTest {
    private static final long PER_SPLIT = 6_000;
    private static final int SPLITS = 3;
    private static final int KEYS = 13;
    private static final int SIZE = 100;
    private static final int DISORDER = 30;

    @TempDir
    Path folder;

    private String outside = "";
    private @Nullable StateBackend backend;

    /** What was counted; {@code end} is the last millisecond of the window, negative if a record was late. */
    record Window(long key, long end, long count) {}

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private static long time(long number) {
        return Math.max(0, number % Numbers.SPLIT - Math.floorMod(number * 7919, DISORDER));
    }

    /** Counts per key and window; late records are told one by one. */
    private static final class Windows implements KeyedProcess<Long, Long, Window> {
        private final MapState<Long, Long> counts;

        Windows(MapState<Long, Long> counts) {
            this.counts = counts;
        }

        @Override
        public void process(Long value, Context<Long, Window> context) {
            if (context.late()) {
                context.emit(new Window(context.key(), -1, value));
                return;
            }
            long end = context.timestamp() / SIZE * SIZE + SIZE - 1;
            Long before = counts.get(end);
            counts.put(end, before == null ? 1 : before + 1);
            context.timers().atEventTime(end);
        }

        @Override
        public void onTimer(Timer timer, Context<Long, Window> context) {
            Long count = counts.get(timer.time());
            counts.remove(timer.time());
            context.emit(new Window(context.key(), context.timestamp(), count == null ? -1 : count));
        }
    }

    private Pipeline windows(Source<Long> source, Watermarks watermarks, Guarantee guarantee) {
        Pipeline pipeline = Pipeline.named("windows").guarantee(guarantee);
        Stream<Window> windows = pipeline.from("numbers", source)
                .eventTimeMillis(EventTimeTest::time, watermarks)
                .keyByLong(n -> n % KEYS)
                .process("windows", states -> new Windows(states.map("counts", Long.class, Long.class)));
        if (guarantee == Guarantee.EXACTLY_ONCE) {
            windows.to("out", new Sinks.Transactional<>(outside));
        } else {
            windows.to(
                    "out",
                    new Sinks.Plain<>(outside, Offer.atLeastOnce("writes as records come", "a transactional sink")));
        }
        return pipeline;
    }

    private Pipeline windows(boolean bounded) {
        return windows(
                new Numbers(SPLITS, PER_SPLIT, bounded),
                Watermarks.disorder(Duration.ofMillis(DISORDER)),
                Guarantee.EXACTLY_ONCE);
    }

    private Settings settings(int parallelism) {
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(3))
                .parallelism(parallelism)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
        return backend == null ? settings : settings.stateBackend(backend);
    }

    private void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    /** Computed in one go. */
    private static Map<Long, List<Window>> expected() {
        Map<Long, TreeMap<Long, Long>> counts = new HashMap<>();
        for (long split = 0; split < SPLITS; split++) {
            for (long at = 0; at < PER_SPLIT; at++) {
                long number = split * Numbers.SPLIT + at;
                counts.computeIfAbsent(number % KEYS, key -> new TreeMap<>())
                        .merge(time(number) / SIZE * SIZE + SIZE - 1, 1L, Long::sum);
            }
        }
        Map<Long, List<Window>> windows = new HashMap<>();
        counts.forEach((key, ofKey) -> ofKey.forEach((end, count) ->
                windows.computeIfAbsent(key, k -> new ArrayList<>()).add(new Window(key, end, count))));
        return windows;
    }

    private Map<Long, List<Window>> committed() {
        Map<Long, List<Window>> windows = new HashMap<>();
        for (Object each : Outside.named(outside).committed()) {
            Window window = (Window) each;
            windows.computeIfAbsent(window.key(), key -> new ArrayList<>()).add(window);
        }
        return windows;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void windowsAreThoseOfABatchComputation(int parallelism) throws Exception {
        run(windows(true), settings(parallelism));
        assertThat(committed()).isEqualTo(expected());
    }

    /** F33 */
    @Test
    void throughFailuresAndRescalingTheyStayTheSame() throws Exception {
        rescaled();
    }

    @Test
    void alsoInABackendThatIsMadeOfItsInterfaceAlone() throws Exception {
        backend = PlainBackend::new;
        rescaled();
    }

    private void rescaled() throws InterruptedException {
        int time = 2;
        for (int parallelism : new int[] {1, 2, 3, 5, 2}) {
            var killer = new Killer(ProtocolStep.DURABLE, time++);
            try {
                run(windows(true), settings(parallelism).listener(killer));
            } catch (StaunchException | IllegalStateException e) {
                assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
            }
        }
        run(windows(true), settings(4));
        assertThat(committed()).isEqualTo(expected());
    }

    @Test
    void atLeastOnceLosesNoWindowAndAtMostOnceHasAllWithoutAFault() throws Exception {
        for (Guarantee guarantee : List.of(AT_LEAST_ONCE, AT_MOST_ONCE)) {
            outside = outside + guarantee;
            run(
                    windows(
                            new Numbers(SPLITS, PER_SPLIT, true),
                            Watermarks.disorder(Duration.ofMillis(DISORDER)),
                            guarantee),
                    settings(2).state(folder.resolve(guarantee.name())));
            assertThat(Outside.named(outside).written())
                    .containsExactlyInAnyOrderElementsOf(
                            expected().values().stream().flatMap(List::stream).toList());
        }
    }

    /** What stands at the end is told by finish(), and not by stop(). */
    @Test
    void stopLeavesTimeWhereItIsAndFinishBringsItToItsEnd() throws Exception {
        Map<Long, List<Window>> all = expected();
        try (Job job = Staunch.start(windows(false), settings(2))) {
            await(() -> committed().values().stream().mapToLong(List::size).sum() >= 100);
            job.stop();
            job.await();
        }
        committed().forEach((key, windows) -> assertThat(all.get(key)).startsWith(windows.toArray(Window[]::new)));
        long last = PER_SPLIT / SIZE * SIZE - 1;
        assertThat(committed().values())
                .allSatisfy(windows -> assertThat(windows).noneMatch(window -> window.end() == last));
        try (Job job = Staunch.start(windows(false), settings(3))) {
            await(() -> committed().values().stream().mapToLong(List::size).sum()
                    == all.values().stream().mapToLong(List::size).sum() - KEYS);
            job.finish();
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.FINISHED);
        }
        assertThat(committed()).isEqualTo(all);
    }

    @Test
    void metricsSayHowFarTimeHasComeAndHowManyRecordsWereDroppedAsLate() throws Exception {
        var script = new Script(outside, 2);
        Pipeline pipeline = Pipeline.named("counts");
        pipeline.from("numbers", script)
                .eventTimeMillis(n -> n, Duration.ofMillis(DISORDER))
                .keyByLong(n -> n % KEYS)
                .window(TumblingWindows.of(Duration.ofMillis(SIZE)))
                .aggregate("counts", Aggregates.count())
                .map((window, key, count) -> new Window(key, window.endMillis(), count))
                .to("out", new Sinks.Transactional<>(outside));
        try (Job job = Staunch.start(pipeline, settings(2))) {
            assertThat(job.metrics().watermarks())
                    .isEqualTo(Map.of("numbers", Long.MIN_VALUE, "counts", Long.MIN_VALUE));
            assertThat(job.metrics().lateDropped()).isEqualTo(Map.of("counts", 0L));
            script.add(0, 1_000);
            script.add(1, 500);
            await(() -> has(job, 500 - DISORDER - 1));
            script.add(1, 2_000);
            await(() -> has(job, 1_000 - DISORDER - 1));
            script.add(1, 100, 2_001, 101, 950);
            await(() -> job.metrics().lateDropped().get("counts") == 2);
            job.finish();
            job.await();
            assertThat(has(job, Long.MAX_VALUE)).isTrue();
            assertThat(job.metrics().lateDropped()).isEqualTo(Map.of("counts", 2L));
        }
    }

    private static boolean has(Job job, long watermark) {
        return job.metrics().watermarks().equals(Map.of("numbers", watermark, "counts", watermark));
    }

    /** F45: one of four splits is silent; time goes on without it, and the first record that it has afterwards is not lost. */
    @Test
    void aSilentSplitDoesNotHoldTimeUpAndItsFirstRecordIsNotLost() throws Exception {
        var script = new Script(outside, 4);
        Watermarks watermarks = Watermarks.disorder(Duration.ofMillis(DISORDER)).withIdleness(Duration.ofMillis(50));
        try (Job job = Staunch.start(windows(script, watermarks, Guarantee.EXACTLY_ONCE), settings(2))) {
            for (int split = 0; split < 3; split++) {
                script.add(split, 10, 20, 30, 1_000);
            }
            await(() -> windowsUpTo(99) == 9);
            script.add(3, 15, 5_000);
            for (int split = 0; split < 3; split++) {
                script.add(split, 5_000);
            }
            await(() -> total() == 9 + 1 + 3);
            job.stop();
            job.await();
        }
        assertThat(committed().values().stream().flatMap(List::stream))
                .as("the record at 15 is told as late")
                .filteredOn(window -> window.end() < 0)
                .containsExactly(new Window(15 % KEYS, -1, 15));
    }

    private long windowsUpTo(long end) {
        return committed().values().stream()
                .flatMap(List::stream)
                .filter(window -> window.end() >= 0 && window.end() <= end)
                .mapToLong(Window::count)
                .sum();
    }

    /** How many records are in windows or were told as late. */
    private long total() {
        return committed().values().stream()
                .flatMap(List::stream)
                .mapToLong(window -> window.end() < 0 ? 1 : window.count())
                .sum();
    }

    /** F46 */
    @Test
    void alignedSplitsThatEndEarlyAndTasksWithoutSplitsHoldNothingUp() throws Exception {
        Watermarks watermarks = Watermarks.disorder(Duration.ofMillis(DISORDER))
                .withIdleness(Duration.ofSeconds(60))
                .alignedWithin(Duration.ofMillis(200));
        run(windows(new Numbers(SPLITS, PER_SPLIT, true), watermarks, Guarantee.EXACTLY_ONCE), settings(5));
        assertThat(committed()).isEqualTo(expected());
    }

    /** Nothing is read any more, but what a timer does is committed. */
    @Test
    void whatATimerOfTheWallClockEmitsIsCommittedWithoutAnotherRecord() throws Exception {
        var script = new Script(outside, 1);
        Pipeline pipeline = Pipeline.named("clock");
        pipeline.from("numbers", script)
                .keyByLong(n -> n)
                .<Window>process("clock", states -> new KeyedProcess<>() {
                    @Override
                    public void process(Long value, Context<Long, Window> context) {
                        context.timers().atProcessingTime(context.currentProcessingTime() + 100);
                    }

                    @Override
                    public void onTimer(Timer timer, Context<Long, Window> context) {
                        assertThat(context.currentProcessingTime()).isGreaterThanOrEqualTo(timer.time());
                        context.emit(new Window(context.key(), 0, 1));
                    }
                })
                .to("out", new Sinks.Transactional<>(outside));
        script.add(0, 1, 2, 3);
        try (Job job = Staunch.start(pipeline, settings(2))) {
            await(() -> total() == 3);
            job.stop();
            job.await();
        }
    }

    @Test
    void allMistakesWithEventTimeAreToldBeforeTheStart() {
        Pipeline pipeline = Pipeline.named("mistakes");
        Stream<Long> one = pipeline.from("one", new Numbers(1, 1, true));
        Stream<Long> timed = one.eventTime(Instant::ofEpochMilli, Duration.ofSeconds(-1));
        timed.eventTime(Instant::ofEpochMilli, Duration.ZERO).to("a", new Sinks.Transactional<>(outside));
        Stream<Long> two = pipeline.from("two", new Numbers(1, 1, true));
        two.keyByLong(n -> n)
                .fold("sum", 0L, Long::sum)
                .values()
                .eventTime(
                        Instant::ofEpochMilli,
                        Watermarks.disorder(Duration.ZERO).alignedWithin(Duration.ofSeconds(1)))
                .to("b", new Sinks.Transactional<>(outside));
        timed.union(two).to("c", new Sinks.Transactional<>(outside));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("event time 'one.event-time': disorder must be from zero")
                .hasMessageContaining("source 'one' is given event time twice")
                .hasMessageContaining("event time is given behind 'sum'")
                .hasMessageContaining("before keyBy(...) and union(...)")
                .hasMessageContaining("needs withIdleness(...)")
                .hasMessageContaining("have event time, with [two], which have none");
    }

    @Test
    void aTimerOfAFunctionWithoutOnTimerIsRefused() {
        Pipeline pipeline = Pipeline.named("no-on-timer");
        pipeline.from("numbers", new Numbers(1, 10, true))
                .keyByLong(n -> n)
                .<Long>process(
                        "lambda", states -> (value, context) -> context.timers().atProcessingTime(1))
                .to("out", new Sinks.Transactional<>(outside));
        assertThatThrownBy(() -> run(pipeline, settings(1)))
                .hasMessageContaining("operator 'lambda'")
                .hasStackTraceContaining("does not override onTimer");
    }
}
