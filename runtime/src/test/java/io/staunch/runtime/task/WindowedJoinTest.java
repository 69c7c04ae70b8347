package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.WindowedJoin;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.graph.Sided;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.runtime.task.KeyedTasks.Out;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;
import io.staunch.window.SessionWindows;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Window;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WindowedJoinTest {
    private static final int DISORDER = 40;
    private static final int RECORDS = 250;
    private static final int RUNS = 45;
    private static final long FAR = 100_000;
    private static final SideOutput<String> LATE_LEFT = SideOutput.named("late left");
    private static final SideOutput<String> LATE_RIGHT = SideOutput.named("late right");

    private final ManualEnvironment environment = new ManualEnvironment();

    private record Input(long key, long timestamp, Sided sided) {}

    /** What a window has of a key. */
    private record Group(long key, Window window, List<String> lefts, List<String> rights) {}

    /** The three things that can be made of a window. */
    private enum Form {
        PAIRS,
        LEFT_OUTER,
        GROUPS
    }

    /** Only described, never read. */
    private record Unread() implements Source<String> {
        @Override
        public String description() {
            return "nothing";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("nothing");
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceReader<String> reader(SourceContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private KeyedTasks tasks(Windows windows, Form form) {
        return new KeyedTasks(operation(windows, form), List.of(LATE_LEFT, LATE_RIGHT), true, environment);
    }

    /** As the pipeline's builder makes it. */
    private static KeyedOperation operation(Windows windows, Form form) {
        Pipeline pipeline = Pipeline.named("join");
        Stream<String> left = pipeline.from("left", new Unread());
        Stream<String> right = pipeline.from("right", new Unread());
        WindowedJoin<Long, String, String> join = left.keyByLong(String::length)
                .join(right.keyByLong(String::length))
                .window(windows)
                .lateTo(LATE_LEFT, LATE_RIGHT);
        switch (form) {
            case PAIRS -> join.map("joined", String.class, String.class, (l, r) -> l + "+" + r);
            case LEFT_OUTER -> join.leftMap("joined", String.class, String.class, (l, r) -> l + "+" + r);
            case GROUPS ->
                join.<String>coGroup(
                        "joined",
                        String.class,
                        String.class,
                        (window, key, lefts, rights, out) -> out.emit(text(new Group(key, window, lefts, rights))));
        }
        return ((Node.KeyedNode) pipeline.nodes().get(pipeline.nodes().size() - 1)).operation();
    }

    private static String text(Group group) {
        return group.key() + " " + group.window() + " "
                + group.lefts().stream().sorted().toList() + " "
                + group.rights().stream().sorted().toList();
    }

    private static List<Input> disordered(Random random) {
        int keys = 1 + random.nextInt(8);
        List<Input> inputs = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            boolean left = random.nextBoolean();
            long at = i * 5L - random.nextInt(DISORDER);
            inputs.add(new Input(random.nextInt(keys), at - at % 3, new Sided(left, (left ? "l" : "r") + i)));
        }
        return inputs;
    }

    private static Windows windows(Random random) {
        Duration size = Duration.ofMillis(5 + random.nextInt(60));
        return switch (random.nextInt(3)) {
            case 0 -> TumblingWindows.of(size);
            case 1 ->
                SlidingWindows.of(size.multipliedBy(1 + random.nextInt(4))).every(size);
            default -> SessionWindows.withGap(Duration.ofMillis(1 + random.nextInt(20)));
        };
    }

    /** All windows with records, computed in one go. */
    private static List<Group> groups(List<Input> inputs, Windows windows) {
        List<Group> groups = new ArrayList<>();
        inputs.stream()
                .collect(Collectors.groupingBy(Input::key))
                .forEach((key, ofKey) -> bounds(ofKey, windows).forEach(window -> {
                    List<Input> in = ofKey.stream()
                            .filter(input ->
                                    input.timestamp() >= window.startMillis() && input.timestamp() < window.endMillis())
                            .toList();
                    groups.add(new Group(key, window, values(in, true), values(in, false)));
                }));
        return groups;
    }

    private static List<String> values(List<Input> inputs, boolean left) {
        return inputs.stream()
                .map(Input::sided)
                .filter(sided -> sided.left() == left)
                .map(sided -> (String) sided.value())
                .toList();
    }

    private static List<Window> bounds(List<Input> inputs, Windows windows) {
        List<Long> times =
                inputs.stream().map(Input::timestamp).distinct().sorted().toList();
        return switch (windows.kind()) {
            case TUMBLING -> {
                long size = ((TumblingWindows) windows).size().toMillis();
                yield aligned(times, size, size);
            }
            case SLIDING ->
                aligned(
                        times,
                        ((SlidingWindows) windows).size().toMillis(),
                        ((SlidingWindows) windows).slide().toMillis());
            case SESSION -> sessions(times, ((SessionWindows) windows).gap().toMillis());
            case GLOBAL -> throw new IllegalArgumentException("no join is in " + windows);
        };
    }

    private static List<Window> aligned(List<Long> times, long size, long slide) {
        Map<Long, Window> windows = new TreeMap<>();
        for (long time : times) {
            for (long start = Math.floorDiv(time, slide) * slide; start > time - size; start -= slide) {
                windows.put(start, new Window(start, start + size));
            }
        }
        return List.copyOf(windows.values());
    }

    private static List<Window> sessions(List<Long> times, long gap) {
        List<Window> sessions = new ArrayList<>();
        long start = times.get(0);
        long last = start;
        for (long time : times) {
            if (time >= last + gap) {
                sessions.add(new Window(start, last + gap));
                start = time;
            }
            last = time;
        }
        sessions.add(new Window(start, last + gap));
        return sessions;
    }

    private static List<Out> expected(List<Group> groups, Form form) {
        List<Out> expected = new ArrayList<>();
        for (Group group : groups) {
            Function<String, Out> out = value -> new Out(group.window().endMillis() - 1, value, null);
            if (form == Form.GROUPS) {
                expected.add(out.apply(text(group)));
                continue;
            }
            for (String left : group.lefts()) {
                group.rights().forEach(right -> expected.add(out.apply(left + "+" + right)));
                if (form == Form.LEFT_OUTER && group.rights().isEmpty()) {
                    expected.add(out.apply(left + "+null"));
                }
            }
        }
        return expected;
    }

    /** Crashes and other parallelisms come in between; in the end nothing is kept. */
    @Test
    void overDisorderedInputWithCrashesAndRescalingTheResultsAreThoseOfABatchComputationAndAllStateGoes() {
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            Windows windows = windows(random);
            Form form = Form.values()[random.nextInt(Form.values().length)];
            List<Input> inputs = disordered(random);
            KeyedTasks tasks = tasks(windows, form);
            int empty = tasks.checkpoint();
            int at = 0;
            int atCheckpoint = 0;
            while (at < inputs.size()) {
                Input input = inputs.get(at++);
                tasks.record(input.key(), input.timestamp(), input.sided());
                if (random.nextInt(3) == 0) {
                    tasks.watermark(at * 5L - 5 - DISORDER - 3);
                }
                if (random.nextInt(20) == 0) {
                    tasks.checkpoint();
                    atCheckpoint = at;
                }
                if (random.nextInt(40) == 0) {
                    tasks.restore(1 + random.nextInt(4));
                    at = atCheckpoint;
                }
            }
            tasks.watermark(FAR);
            assertThat(tasks.out())
                    .as("seed %s, %s, %s", seed, windows, form)
                    .containsExactlyInAnyOrderElementsOf(expected(groups(inputs, windows), form));
            tasks.checkpoint();
            tasks.restore(1);
            assertThat(tasks.checkpoint()).as("seed %s, %s", seed, windows).isEqualTo(empty);
        }
    }

    @Test
    void aRecordOfOneStreamMakesOneSessionOfTwoOfTheOther() {
        KeyedTasks tasks = tasks(SessionWindows.withGap(Duration.ofMillis(10)), Form.LEFT_OUTER);
        tasks.record(1, 1_000, new Sided(true, "first"));
        tasks.record(1, 1_018, new Sided(true, "second"));
        tasks.record(1, 1_009, new Sided(false, "between"));
        tasks.record(1, 1_028, new Sided(true, "alone"));
        tasks.watermark(FAR);
        assertThat(tasks.out())
                .containsExactly(
                        new Out(1_027, "first+between", null),
                        new Out(1_027, "second+between", null),
                        new Out(1_037, "alone+null", null));
    }

    /** A late record of a sliding window may still be in time for a later one. */
    @Test
    void recordsThatAreTooLateForAllTheirWindowsGoToTheirSideOutputs() {
        KeyedTasks tasks = tasks(SlidingWindows.of(Duration.ofMillis(20)).every(Duration.ofMillis(10)), Form.PAIRS);
        tasks.record(1, 1_015, new Sided(true, "l"));
        tasks.watermark(1_019);
        tasks.record(1, 1_009, new Sided(false, "late"));
        tasks.record(1, 1_008, new Sided(true, "late too"));
        tasks.record(1, 1_012, new Sided(false, "in time for one"));
        tasks.watermark(FAR);
        assertThat(tasks.out().stream().sorted(Comparator.comparing(Out::timestamp)))
                .containsExactly(
                        new Out(1_008, "late too", LATE_LEFT.name()),
                        new Out(1_009, "late", LATE_RIGHT.name()),
                        new Out(1_029, "l+in time for one", null));
    }
}
