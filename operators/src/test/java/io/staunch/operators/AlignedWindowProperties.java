package io.staunch.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.aggregate.Aggregates;
import io.staunch.function.Aggregate;
import io.staunch.graph.KeyedOperation;
import io.staunch.operators.WindowModel.Given;
import io.staunch.process.SideOutput;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Window;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tumbling and sliding windows against windows that keep all their records, over disordered input with late records. */
class AlignedWindowProperties {
    private static final SideOutput<Integer> LATE = SideOutput.named("late");
    private static final List<String> KEYS = List.of("a", "b", "c");

    private record Result(Window window, Object value) {}

    @Property(tries = 400)
    void aListOfAllRecordsIsThatOfEachWindow(@ForAll long seed) throws Exception {
        check(
                seed,
                Aggregates.list(Integer.class),
                records -> records.stream().sorted().toList(),
                list -> sorted((List<?>) list));
    }

    @Property(tries = 400)
    void countsAreThoseOfEachWindow(@ForAll long seed) throws Exception {
        check(seed, Aggregates.count(), records -> (long) records.size(), Function.identity());
    }

    @Property(tries = 400)
    void sumsAreThoseOfEachWindow(@ForAll long seed) throws Exception {
        check(
                seed,
                Aggregates.sum((Integer n) -> n * 31L % 17),
                records -> records.stream().mapToLong(n -> n * 31L % 17).sum(),
                Function.identity());
    }

    @Property(tries = 400)
    void distinctCountsAreThoseOfEachWindow(@ForAll long seed) throws Exception {
        check(
                seed,
                Aggregates.distinctCount(Integer.class, (Integer n) -> n % 7),
                records -> (long) new HashSet<>(records.stream().map(n -> n % 7).toList()).size(),
                Function.identity());
    }

    @Property(tries = 200)
    void theGreatestIsThatOfEachWindow(@ForAll long seed) throws Exception {
        check(
                seed,
                Aggregates.max(Integer.class, (Integer n) -> n * 31 % 101),
                records -> records.stream()
                        .map(n -> n * 31 % 101)
                        .max(Comparator.naturalOrder())
                        .orElseThrow(),
                Function.identity());
    }

    @Property(tries = 200)
    void theFirstThreeAreThoseOfEachWindow(@ForAll long seed) throws Exception {
        check(
                seed,
                Aggregates.topN(3, Integer.class, Comparator.<Integer>naturalOrder()::compare),
                records -> records.stream().sorted().limit(3).toList(),
                Function.identity());
    }

    @Property(tries = 200)
    void timestampsMayBeAnywhereWithinLong(@ForAll @IntRange(min = 0, max = 3) int place, @ForAll long seed)
            throws Exception {
        long[] places = {Long.MIN_VALUE + 400_000, -1_000, 0, Long.MAX_VALUE - 400_000};
        run(new Random(seed), places[place], Aggregates.count(), records -> (long) records.size(), Function.identity());
    }

    private <R> void check(
            long seed,
            Aggregate<Integer, ?, R> aggregate,
            Function<List<Integer>, Object> plain,
            Function<Object, Object> seen)
            throws Exception {
        run(new Random(seed), -500, aggregate, plain, seen);
    }

    private <R> void run(
            Random random,
            long begin,
            Aggregate<Integer, ?, R> aggregate,
            Function<List<Integer>, Object> plain,
            Function<Object, Object> seen)
            throws Exception {
        long slide = 1L + random.nextInt(40);
        long size = random.nextInt(3) == 0 ? slide : slide + random.nextInt(300);
        long offset = random.nextInt(100) - 50L;
        long lateness = random.nextInt(3) == 0 ? 0 : random.nextInt(200);
        Windows windows = size == slide
                ? TumblingWindows.of(Duration.ofMillis(size)).offsetBy(Duration.ofMillis(offset))
                : SlidingWindows.of(Duration.ofMillis(size))
                        .every(Duration.ofMillis(slide))
                        .offsetBy(Duration.ofMillis(offset));
        var kernel = kernel(new WindowRules(windows, Duration.ofMillis(lateness), LATE, null), aggregate);
        var model = new WindowModel(size, slide, offset, lateness);
        List<Integer> late = new ArrayList<>();
        long time = begin;
        for (int number = 0; number < 150; number++) {
            time += random.nextInt(20) == 0 ? random.nextInt(2_000) : random.nextInt(12);
            long timestamp = time - random.nextInt(random.nextInt(8) == 0 ? 400 : 30);
            String key = KEYS.get(random.nextInt(KEYS.size()));
            kernel.record(key, timestamp, number);
            model.record(key, timestamp, number);
            if (random.nextInt(5) == 0) {
                late.addAll(compare(kernel, model, kernelWatermark(kernel, time - 30), plain, seen));
            }
        }
        late.addAll(compare(kernel, model, Long.MAX_VALUE, plain, seen));
        assertThat(late).isEqualTo(model.late());
        assertThat(kernel.left()).as("state that is left").isEmpty();
    }

    private static long kernelWatermark(HandKernel kernel, long wanted) {
        return Math.max(kernel.currentWatermark(), wanted);
    }

    /** Returns the late records since the last time. */
    private static List<Integer> compare(
            HandKernel kernel,
            WindowModel model,
            long watermark,
            Function<List<Integer>, Object> plain,
            Function<Object, Object> seen)
            throws Exception {
        List<Integer> late = new ArrayList<>();
        kernel.taken().forEach(out -> {
            assertThat(out.side()).isEqualTo(LATE.name());
            late.add((Integer) out.value());
        });
        kernel.advance(watermark);
        List<HandKernel.Out> given = kernel.taken();
        for (String key : KEYS) {
            assertThat(given.stream().filter(out -> out.key().equals(key)).map(out -> {
                        Result result = (Result) out.value();
                        assertThat(out.timestamp()).isEqualTo(result.window().endMillis() - 1);
                        return new Result(result.window(), seen.apply(result.value()));
                    }))
                    .isEqualTo(expectedOf(key, model, watermark, plain));
        }
        return late;
    }

    private static List<Result> expectedOf(
            String key, WindowModel model, long watermark, Function<List<Integer>, Object> plain) {
        return model.advance(key, watermark).stream()
                .map((Given each) -> new Result(new Window(each.start(), each.end()), plain.apply(each.records())))
                .toList();
    }

    private static Object sorted(List<?> list) {
        return list.stream().sorted().toList();
    }

    private static HandKernel kernel(WindowRules rules, Aggregate<Integer, ?, ?> aggregate) {
        WindowProcessFactory<Object, Object, Result> factory =
                states -> (window, value, context) -> context.emit(new Result(window, value));
        return new HandKernel(new KeyedOperation.Windowed(rules, aggregate, factory));
    }
}
