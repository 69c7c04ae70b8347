package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.aggregate.Aggregates;
import io.staunch.aggregate.InvertibleAggregate;
import io.staunch.function.Aggregate;
import io.staunch.graph.KeyedOperation;
import io.staunch.runtime.task.KeyedTasks.Out;
import io.staunch.state.KeyedStates;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Window;
import io.staunch.window.WindowProcess;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows on the real state backend, over other numbers of tasks after each crash, against a computation in one go (F33, F35). */
class WindowRescaleTest {
    private static final int DISORDER = 40;
    private static final int RECORDS = 400;
    private static final int RUNS = 12;
    private static final long FAR = 100_000;

    /** After each crash the next one. */
    private static final int[] PARALLELISMS = {1, 3, 4, 2, 3, 1};

    private record Input(long key, long at, long value) {}

    /** Count and sum: flat state, from which panes are taken out again. */
    record Total(long count, long sum) {}

    private record Totals() implements InvertibleAggregate<Long, Total, Total> {
        private static final long serialVersionUID = 1L;

        @Override
        public Total create() {
            return new Total(0, 0);
        }

        @Override
        public Total add(Total total, Long value) {
            return new Total(total.count + 1, total.sum + value);
        }

        @Override
        public Total merge(Total left, Total right) {
            return new Total(left.count + right.count, left.sum + right.sum);
        }

        @Override
        public Total subtract(Total whole, Total part) {
            return new Total(whole.count - part.count, whole.sum - part.sum);
        }

        @Override
        public Total result(Total total) {
            return total;
        }

        @Override
        public Class<Total> accumulatorType() {
            return Total.class;
        }
    }

    private enum Case {
        TUMBLING(TumblingWindows.of(Duration.ofMillis(100)), 100, 100, new Totals()),
        SLIDING(SlidingWindows.of(Duration.ofMillis(350)).every(Duration.ofMillis(50)), 350, 50, new Totals()),
        SLIDING_OVER_SHORTER_PANES(
                SlidingWindows.of(Duration.ofMillis(70)).every(Duration.ofMillis(30)), 70, 30, new Totals()),
        SLIDING_WITH_OBJECTS(
                SlidingWindows.of(Duration.ofMillis(350)).every(Duration.ofMillis(50)),
                350,
                50,
                Aggregates.distinctCount(Long.class, (Long value) -> value)),
        SESSIONS(SessionWindows.withGap(Duration.ofMillis(25)), 25, 0, new Totals());

        private final Windows windows;
        private final int size;
        private final int slide;
        private final Aggregate<Long, ?, ?> aggregate;

        Case(Windows windows, int size, int slide, Aggregate<Long, ?, ?> aggregate) {
            this.windows = windows;
            this.size = size;
            this.slide = slide;
            this.aggregate = aggregate;
        }

        KeyedOperation operation() {
            WindowProcessFactory<Long, Object, String> results = WindowRescaleTest::results;
            return new KeyedOperation.Windowed(WindowRules.of(windows), aggregate, results);
        }
    }

    private static WindowProcess<Long, Object, String> results(KeyedStates states) {
        return (window, result, context) -> context.emit(text(context.key(), window, result));
    }

    private static String text(long key, Window window, Object result) {
        return key + " " + window.startMillis() + " to " + window.endMillis() + ": " + result;
    }

    /** As windows are defined, record by record. */
    private static List<Out> expected(Case which, List<Input> inputs) {
        TreeMap<Long, TreeMap<Long, List<Input>>> byKeyAndStart = new TreeMap<>();
        TreeMap<Long, TreeMap<Long, Long>> ends = new TreeMap<>();
        List<Input> sorted = new ArrayList<>(inputs);
        sorted.sort((a, b) -> Long.compare(a.at(), b.at()));
        for (Input each : sorted) {
            TreeMap<Long, List<Input>> windows = byKeyAndStart.computeIfAbsent(each.key(), key -> new TreeMap<>());
            TreeMap<Long, Long> endsOfKey = ends.computeIfAbsent(each.key(), key -> new TreeMap<>());
            if (which == Case.SESSIONS) {
                boolean goesOn = !endsOfKey.isEmpty()
                        && each.at() < endsOfKey.lastEntry().getValue();
                long start = goesOn ? endsOfKey.lastKey() : each.at();
                endsOfKey.put(start, each.at() + which.size);
                windows.computeIfAbsent(start, begin -> new ArrayList<>()).add(each);
                continue;
            }
            long newest = Math.floorDiv(each.at(), which.slide) * which.slide;
            for (long start = newest; start > each.at() - which.size; start -= which.slide) {
                endsOfKey.put(start, start + which.size);
                windows.computeIfAbsent(start, begin -> new ArrayList<>()).add(each);
            }
        }
        List<Out> expected = new ArrayList<>();
        byKeyAndStart.forEach((key, windows) -> windows.forEach((start, records) -> {
            long end = ends.get(key).get(start);
            expected.add(new Out(end - 1, text(key, new Window(start, end), result(which, records)), null));
        }));
        return expected;
    }

    private static Object result(Case which, List<Input> records) {
        return which == Case.SLIDING_WITH_OBJECTS
                ? records.stream().map(Input::value).distinct().count()
                : new Total(
                        records.size(), records.stream().mapToLong(Input::value).sum());
    }

    private static List<Input> disordered(Random random) {
        int keys = 1 + random.nextInt(12);
        List<Input> inputs = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            inputs.add(new Input(random.nextInt(keys), i * 5L - random.nextInt(DISORDER), random.nextInt(9)));
        }
        return inputs;
    }

    @ParameterizedTest
    @EnumSource
    void throughCrashesAtOneToFourTasksTheResultsAreThoseOfABatchComputationAndAllStateGoes(Case which) {
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            List<Input> inputs = disordered(random);
            var tasks = new KeyedTasks(which.operation(), List.of(), true, new ManualEnvironment());
            int empty = tasks.checkpoint();
            int at = 0;
            int atCheckpoint = 0;
            int crashes = 0;
            while (at < inputs.size()) {
                Input input = inputs.get(at++);
                tasks.record(input.key(), input.at(), input.value());
                if (random.nextInt(3) == 0) {
                    tasks.watermark(at * 5L - 5 - DISORDER);
                }
                if (random.nextInt(15) == 0) {
                    tasks.checkpoint();
                    atCheckpoint = at;
                }
                if (crashes < PARALLELISMS.length && at > (crashes + 1) * RECORDS / (PARALLELISMS.length + 1)) {
                    tasks.restore(PARALLELISMS[crashes++]);
                    at = atCheckpoint;
                }
            }
            tasks.watermark(FAR);
            assertThat(crashes).isEqualTo(PARALLELISMS.length);
            assertThat(tasks.out()).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(expected(which, inputs));
            tasks.checkpoint();
            tasks.restore(1);
            assertThat(tasks.checkpoint()).as("seed %s", seed).isEqualTo(empty);
        }
    }
}
