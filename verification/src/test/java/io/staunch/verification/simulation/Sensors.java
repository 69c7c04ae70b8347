package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.process.KeyedProcess;
import io.staunch.process.KeyedProcessFactory;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Readings of sensors, out of order within a bound, counted in windows of event time by timers, and those counts once more in larger windows. What must
 * come out is computed from the list of readings alone.
 */
final class Sensors {
    private static final int SENSORS = 7;
    private static final int GROUPS = 3;
    private static final int DISORDER_MS = 100;
    private static final int SMALL_MS = 200;
    private static final int LARGE_MS = 1_000;

    /** Behind all windows that must come out. */
    private static final long FAR = 1_000_000_000;

    /** A reading. */
    record Reading(int sensor, long at, int value) {}

    /**
     * What was counted.
     *
     * @param what of a window, or what should not have happened
     * @param sum over the values, which may come in any order
     */
    record Counted(int key, String what, long at, long records, long sum) {
        Counted plus(long more) {
            return new Counted(key, what, at, records + 1, sum + more);
        }
    }

    private Sensors() {}

    /** With the right kernel. */
    static Simulation simulation(int readings) {
        return simulation(readings, UnaryOperator.identity());
    }

    /** @param kernel what becomes of the functions' view of the engine */
    static Simulation simulation(int readings, UnaryOperator<KeyedProcess<Integer, Counted, Counted>> kernel) {
        List<Reading> all = readings(readings);
        return Simulation.of(() -> pipeline(kernel))
                .feed("readings", all, Reading::sensor)
                .capture("totals")
                .expect("totals", expected(all));
    }

    private static Pipeline pipeline(UnaryOperator<KeyedProcess<Integer, Counted, Counted>> kernel) {
        var pipeline = Pipeline.named("sensors");
        KeyedProcessFactory<Integer, Counted, Counted> small =
                states -> kernel.apply(new TimedCounts(SMALL_MS, "window", states));
        KeyedProcessFactory<Integer, Counted, Counted> large =
                states -> kernel.apply(new TimedCounts(LARGE_MS, "large", states));
        Stream<Counted> readings = pipeline.from("readings", new LogSource<>("readings", Reading.class))
                .eventTimeMillis(Reading::at, java.time.Duration.ofMillis(DISORDER_MS))
                .map(reading -> new Counted(reading.sensor(), "", 0, 1, reading.value()));
        // Two edges between the same two operators, and different ways for their records.
        Stream<Counted> windows = readings.filter(counted -> counted.sum() % 2 == 0)
                .union(readings.filter(counted -> counted.sum() % 2 != 0))
                .keyBy(Integer.class, Counted::key)
                .process("windows", small);
        windows.filter(counted -> counted.what().equals("window"))
                .map(counted -> new Counted(counted.key() % GROUPS, "", 0, counted.records(), counted.sum()))
                .keyBy(Integer.class, Counted::key)
                .process("large-windows", large)
                .map(counted -> new Counted(
                        100 + counted.key(), counted.what(), counted.at(), counted.records(), counted.sum()))
                .union(windows)
                .to("totals", new LogLead<>("totals", Counted::key));
        return pipeline;
    }

    /** Time goes on by 10 ms with each reading, but readings are up to the disorder older; in the end each sensor has one far behind. */
    private static List<Reading> readings(int count) {
        var random = new Random(17);
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = Math.max(0, i * 10L - random.nextInt(DISORDER_MS));
            readings.add(new Reading(random.nextInt(SENSORS), at, random.nextInt(1_000)));
        }
        for (int sensor = 0; sensor < SENSORS; sensor++) {
            readings.add(new Reading(sensor, FAR, 0));
        }
        return readings;
    }

    /** Computed in one go. */
    private static List<Output> expected(List<Reading> readings) {
        Map<Integer, TreeMap<Long, Counted>> small = new HashMap<>();
        for (Reading reading : readings) {
            if (reading.at() < FAR) {
                add(small, reading.sensor(), reading.at(), SMALL_MS, "window", reading.value());
            }
        }
        Map<Integer, TreeMap<Long, Counted>> large = new HashMap<>();
        List<Output> expected = new ArrayList<>();
        small.forEach((sensor, windows) -> windows.values().forEach(window -> {
            long end = window.at() + SMALL_MS - 1;
            add(large, sensor % GROUPS, end, LARGE_MS, "large", window.sum());
        }));
        small.forEach((sensor, windows) -> outputs(sensor, windows, SMALL_MS, expected));
        Map<Integer, TreeMap<Long, Counted>> shifted = new HashMap<>();
        large.forEach((group, windows) ->
                windows.forEach((start, window) -> shifted.computeIfAbsent(100 + group, g -> new TreeMap<>())
                        .put(start, new Counted(100 + group, window.what(), start, window.records(), window.sum()))));
        shifted.forEach((group, windows) -> outputs(group, windows, LARGE_MS, expected));
        return expected;
    }

    private static void add(
            Map<Integer, TreeMap<Long, Counted>> windows, int key, long at, int size, String what, long value) {
        long start = Math.floorDiv(at, size) * size;
        windows.computeIfAbsent(key, k -> new TreeMap<>())
                .merge(start, new Counted(key, what, start, 1, value), (one, other) -> one.plus(value));
    }

    /** Each window when it ends, and once more some time later. */
    private static void outputs(int key, TreeMap<Long, Counted> windows, int size, List<Output> into) {
        record At(long time, Counted counted) {}
        List<At> outputs = new ArrayList<>();
        windows.forEach((start, window) -> {
            outputs.add(new At(start + size - 1, window));
            long later = TimedCounts.later(start + size - 1, size);
            outputs.add(new At(later, new Counted(key, "later", later, 0, 0)));
        });
        outputs.sort(Comparator.comparingLong(At::time));
        outputs.forEach(output -> into.add(new Output(0, key, output.counted())));
    }
}
