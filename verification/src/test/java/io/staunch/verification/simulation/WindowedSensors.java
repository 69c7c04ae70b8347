package io.staunch.verification.simulation;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.aggregate.InvertibleAggregate;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Readings of sensors, out of order within a bound, in sliding windows, in sessions, and the sums of the sliding ones once more in tumbling windows of
 * groups of sensors. What must come out is computed from the list of readings alone.
 */
final class WindowedSensors {
    private static final int SENSORS = 7;
    private static final int GROUPS = 3;
    private static final int DISORDER_MS = 100;
    private static final int SIZE_MS = 700;
    private static final int SLIDE_MS = 100;
    private static final int GAP_MS = 90;
    private static final int LARGE_MS = 1_000;

    /** Behind all windows that must come out. */
    private static final long FAR = 1_000_000_000;

    /** A reading. */
    record Reading(int sensor, long at, int value) {}

    /** The sum of a window. */
    record Summed(int key, String what, long end, long sum) {}

    private WindowedSensors() {}

    static Simulation simulation(int readings) {
        List<Reading> all = readings(readings);
        return Simulation.of(WindowedSensors::pipeline)
                .feed("readings", all, Reading::sensor)
                .capture("totals")
                .expect("totals", expected(all));
    }

    private static Pipeline pipeline() {
        var pipeline = Pipeline.named("windowed-sensors");
        Stream<Reading> readings = pipeline.from("readings", new LogSource<>("readings", Reading.class))
                .eventTimeMillis(Reading::at, Duration.ofMillis(DISORDER_MS));
        // Two edges between the same two operators, and different ways for their records.
        Stream<Reading> both = readings.filter(reading -> reading.value() % 2 == 0)
                .union(readings.filter(reading -> reading.value() % 2 != 0));
        Stream<Summed> sliding = both.keyBy(Integer.class, Reading::sensor)
                .window(SlidingWindows.of(Duration.ofMillis(SIZE_MS)).every(Duration.ofMillis(SLIDE_MS)))
                .aggregate("sliding", new Sum())
                .map((window, sensor, sum) -> new Summed(sensor, "sliding", window.endMillis(), sum));
        Stream<Summed> sessions = both.keyBy(Integer.class, Reading::sensor)
                .window(SessionWindows.withGap(Duration.ofMillis(GAP_MS)))
                .aggregate("sessions", new Sum())
                .map((window, sensor, sum) -> new Summed(100 + sensor, "session", window.endMillis(), sum));
        sliding.keyBy(Integer.class, summed -> summed.key() % GROUPS)
                .window(TumblingWindows.of(Duration.ofMillis(LARGE_MS)))
                .fold("large", 0L, (sum, summed) -> sum + summed.sum(), Long::sum)
                .map((window, group, sum) -> new Summed(200 + group, "large", window.endMillis(), sum))
                .union(sliding, sessions)
                .filter(summed -> summed.end() < FAR)
                .to("totals", new LogLead<>("totals", Summed::key));
        return pipeline;
    }

    /** Time goes on by 10 ms with each reading, but readings are up to the disorder older; in the end each sensor has one far behind. */
    private static List<Reading> readings(int count) {
        var random = new Random(19);
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = i * 10L - random.nextInt(DISORDER_MS);
            readings.add(new Reading(random.nextInt(SENSORS), at, random.nextInt(1_000)));
        }
        for (int sensor = 0; sensor < SENSORS; sensor++) {
            readings.add(new Reading(sensor, FAR, 0));
        }
        return readings;
    }

    /** Computed in one go. */
    private static List<Output> expected(List<Reading> readings) {
        Map<Integer, TreeMap<Long, Long>> sliding = new HashMap<>();
        Map<Integer, TreeMap<Long, Long>> bySensor = new HashMap<>();
        for (Reading reading : readings) {
            if (reading.at() < FAR) {
                addAligned(sliding, reading.sensor(), reading.at(), SIZE_MS, SLIDE_MS, reading.value());
                add(bySensor, reading.sensor(), reading.at(), reading.value());
            }
        }
        Map<Integer, TreeMap<Long, Long>> large = new HashMap<>();
        sliding.forEach((sensor, windows) ->
                windows.forEach((end, sum) -> addAligned(large, sensor % GROUPS, end - 1, LARGE_MS, LARGE_MS, sum)));
        List<Output> expected = new ArrayList<>();
        sliding.forEach((sensor, windows) -> outputs(sensor, "sliding", windows, expected));
        bySensor.forEach((sensor, sums) -> outputs(100 + sensor, "session", sessions(sums), expected));
        large.forEach((group, windows) -> outputs(200 + group, "large", windows, expected));
        return expected;
    }

    private static void addAligned(
            Map<Integer, TreeMap<Long, Long>> windows, int key, long at, int size, int slide, long value) {
        LongUnaryOperator floor = time -> Math.floorDiv(time, slide) * slide;
        for (long start = floor.applyAsLong(at); start > at - size; start -= slide) {
            add(windows, key, start + size, value);
        }
    }

    private static void add(Map<Integer, TreeMap<Long, Long>> sums, int key, long at, long value) {
        sums.computeIfAbsent(key, k -> new TreeMap<>()).merge(at, value, Long::sum);
    }

    private static TreeMap<Long, Long> sessions(TreeMap<Long, Long> byTime) {
        TreeMap<Long, Long> sessions = new TreeMap<>();
        long end = Long.MIN_VALUE;
        long sum = 0;
        for (Map.Entry<Long, Long> each : byTime.entrySet()) {
            if (end != Long.MIN_VALUE && each.getKey() >= end) {
                sessions.put(end, sum);
                sum = 0;
            }
            sum += each.getValue();
            end = each.getKey() + GAP_MS;
        }
        sessions.put(end, sum);
        return sessions;
    }

    private static void outputs(int key, String what, TreeMap<Long, Long> windows, List<Output> into) {
        windows.forEach((end, sum) -> into.add(new Output(0, key, new Summed(key, what, end, sum))));
    }

    /** A sum as a user would write it. */
    record Sum() implements InvertibleAggregate<Reading, Sum.Of, Long> {
        /** So far. */
        record Of(long sum) {}

        @Override
        public Of create() {
            return new Of(0);
        }

        @Override
        public Of add(Of sum, Reading reading) {
            return new Of(sum.sum + reading.value());
        }

        @Override
        public Of merge(Of left, Of right) {
            return new Of(left.sum + right.sum);
        }

        @Override
        public Of subtract(Of whole, Of part) {
            return new Of(whole.sum - part.sum);
        }

        @Override
        public Long result(Of sum) {
            return sum.sum;
        }

        @Override
        public Class<Of> accumulatorType() {
            return Of.class;
        }
    }
}
