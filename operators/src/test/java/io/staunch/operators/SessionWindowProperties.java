package io.staunch.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.aggregate.Aggregates;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.SideOutput;
import io.staunch.window.SessionWindows;
import io.staunch.window.Window;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Sessions against a batch computation: sort the records of a key, and cut where the gap is. */
class SessionWindowProperties {
    private static final SideOutput<Integer> LATE = SideOutput.named("late");
    private static final List<String> KEYS = List.of("a", "b", "c");
    private static final int DISORDER = 40;

    private record Result(Window window, List<Integer> records) {}

    private record Input(String key, long timestamp) {}

    @Property(tries = 500)
    void sessionsAreThoseOfTheSortedRecords(@ForAll long seed) throws Exception {
        var random = new Random(seed);
        int gap = 1 + random.nextInt(60);
        var kernel = kernel(gap, 0);
        Map<String, TreeMap<Long, List<Integer>>> byTime = new HashMap<>();
        List<HandKernel.Out> out = new ArrayList<>();
        long time = random.nextInt(2_000) - 1_000L;
        for (int number = 0; number < 150; number++) {
            time += random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(10);
            var input = new Input(KEYS.get(random.nextInt(3)), time - random.nextInt(DISORDER));
            byTime.computeIfAbsent(input.key(), k -> new TreeMap<>())
                    .computeIfAbsent(input.timestamp(), t -> new ArrayList<>())
                    .add(number);
            kernel.record(input.key(), input.timestamp(), number);
            if (random.nextInt(4) == 0) {
                kernel.advance(time - DISORDER);
            }
        }
        kernel.advance(Long.MAX_VALUE);
        out.addAll(kernel.taken());
        for (String key : KEYS) {
            List<Result> results = out.stream()
                    .filter(each -> each.key().equals(key))
                    .map(each -> (Result) each.value())
                    .toList();
            assertThat(results).isEqualTo(batch(byTime.getOrDefault(key, new TreeMap<>()), gap));
        }
        assertThat(kernel.left()).as("state that is left").isEmpty();
        assertThat(kernel.timersLeft()).isZero();
    }

    /** Whatever comes how late: the last result that a session gave before it was freed has all records that were not late. */
    @Property(tries = 500)
    void everyRecordIsInTheLastResultOfItsSessionOrLate(@ForAll long seed) throws Exception {
        var random = new Random(seed);
        var kernel = kernel(1 + random.nextInt(60), random.nextInt(300));
        Map<String, List<Result>> last = new HashMap<>();
        List<Integer> seen = new ArrayList<>();
        long time = 0;
        for (int number = 0; number < 150; number++) {
            time += random.nextInt(15);
            kernel.record(KEYS.get(random.nextInt(3)), time - random.nextInt(400), number);
            if (random.nextInt(4) == 0) {
                kernel.advance(Math.max(kernel.currentWatermark(), time - random.nextInt(100)));
            }
            collect(kernel, last, seen);
        }
        kernel.advance(Long.MAX_VALUE);
        collect(kernel, last, seen);
        last.values().forEach(all -> all.forEach(result -> seen.addAll(result.records())));
        assertThat(seen).hasSize(150).doesNotHaveDuplicates();
        assertThat(kernel.left()).as("state that is left").isEmpty();
        assertThat(kernel.timersLeft()).isZero();
    }

    /** A result replaces those of the sessions that it has grown from. */
    private static void collect(HandKernel kernel, Map<String, List<Result>> last, List<Integer> late) {
        for (HandKernel.Out out : kernel.taken()) {
            if (out.side() != null) {
                late.add((Integer) out.value());
                continue;
            }
            Result result = (Result) out.value();
            List<Result> all = last.computeIfAbsent((String) out.key(), k -> new ArrayList<>());
            all.removeIf(before -> result.records().containsAll(before.records()));
            all.add(result);
        }
    }

    private static List<Result> batch(TreeMap<Long, List<Integer>> byTime, long gap) {
        List<Result> sessions = new ArrayList<>();
        List<Integer> records = new ArrayList<>();
        long start = 0;
        long end = Long.MIN_VALUE;
        for (Map.Entry<Long, List<Integer>> each : byTime.entrySet()) {
            if (each.getKey() >= end) {
                close(sessions, start, end, records);
                start = each.getKey();
            }
            records.addAll(each.getValue());
            end = each.getKey() + gap;
        }
        close(sessions, start, end, records);
        return sessions;
    }

    private static void close(List<Result> sessions, long start, long end, List<Integer> records) {
        if (!records.isEmpty()) {
            sessions.add(
                    new Result(new Window(start, end), records.stream().sorted().toList()));
            records.clear();
        }
    }

    private static HandKernel kernel(int gap, int lateness) {
        WindowProcessFactory<Object, List<Integer>, Result> factory = states -> (window, records, context) ->
                context.emit(new Result(window, records.stream().sorted().toList()));
        var rules = new WindowRules(
                SessionWindows.withGap(Duration.ofMillis(gap)), Duration.ofMillis(lateness), LATE, null);
        return new HandKernel(new KeyedOperation.Windowed(rules, Aggregates.list(Integer.class), factory));
    }
}
