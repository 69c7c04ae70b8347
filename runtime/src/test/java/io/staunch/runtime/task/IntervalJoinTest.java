package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.function.JoinFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Sided;
import io.staunch.keyed.Interval;
import io.staunch.process.SideOutput;
import io.staunch.runtime.task.KeyedTasks.Out;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalJoinTest {
    private static final int DISORDER = 40;
    private static final int RECORDS = 300;
    private static final int RUNS = 40;
    private static final long FAR = 100_000;
    private static final SideOutput<String> LATE_LEFT = SideOutput.named("late left");
    private static final SideOutput<String> LATE_RIGHT = SideOutput.named("late right");

    private final ManualEnvironment environment = new ManualEnvironment();

    private record Input(long key, long timestamp, Sided sided) {}

    private KeyedTasks tasks(int before, int after, boolean outer) {
        return new KeyedTasks(operation(before, after, outer), List.of(LATE_LEFT, LATE_RIGHT), true, environment);
    }

    private static KeyedOperation operation(int before, int after, boolean outer) {
        JoinFunction<String, @Nullable String, String> function = (left, right) -> left + "+" + right;
        var interval = new Interval(Duration.ofMillis(before), Duration.ofMillis(after), LATE_LEFT, LATE_RIGHT);
        return new KeyedOperation.Joined(interval, String.class, String.class, function, outer);
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

    /** Computed in one go. */
    private static List<Out> expected(List<Input> inputs, int before, int after, boolean outer) {
        List<Out> expected = new ArrayList<>();
        for (Input left : inputs) {
            if (!left.sided().left()) {
                continue;
            }
            boolean alone = true;
            for (Input right : inputs) {
                long distance = right.timestamp() - left.timestamp();
                boolean pair = !right.sided().left() && right.key() == left.key();
                if (pair && distance >= -before && distance <= after) {
                    alone = false;
                    String joined = left.sided().value() + "+" + right.sided().value();
                    expected.add(new Out(Math.max(left.timestamp(), right.timestamp()), joined, null));
                }
            }
            if (alone && outer) {
                expected.add(new Out(0, left.sided().value() + "+null", null));
            }
        }
        return expected;
    }

    private static Out timeless(Out out) {
        return out.value().toString().endsWith("+null") ? new Out(0, out.value(), out.side()) : out;
    }

    /** Crashes and other parallelisms come in between; in the end nothing is kept. */
    @Test
    void overDisorderedInputWithCrashesAndRescalingThePairsAreThoseOfABatchComputationAndAllStateGoes() {
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            int before = random.nextInt(100) - 20;
            int after = random.nextInt(100) - Math.min(20, before);
            boolean outer = random.nextBoolean();
            List<Input> inputs = disordered(random);
            KeyedTasks tasks = tasks(before, after, outer);
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
            assertThat(tasks.out().stream().map(IntervalJoinTest::timeless))
                    .as("seed %s", seed)
                    .containsExactlyInAnyOrderElementsOf(expected(inputs, before, after, outer));
            tasks.checkpoint();
            tasks.restore(1);
            assertThat(tasks.checkpoint()).as("seed %s", seed).isEqualTo(empty);
        }
    }

    @Test
    void bothEndsBelongToTheIntervalAndARecordIsKeptUntilTheWatermarkHasReachedItsEnd() {
        KeyedTasks tasks = tasks(10, 50, true);
        tasks.record(1, 1_000, new Sided(true, "l"));
        tasks.watermark(989);
        tasks.record(1, 990, new Sided(false, "first"));
        tasks.record(2, 1_000, new Sided(false, "another key"));
        tasks.record(1, 1_051, new Sided(false, "behind"));
        tasks.watermark(1_049);
        tasks.record(1, 1_050, new Sided(false, "last"));
        assertThat(tasks.out().stream().map(Out::value)).containsExactly("l+first", "l+last");
    }

    @Test
    void lateRecordsGoToTheirSideOutputsAndAreNotJoined() {
        KeyedTasks tasks = tasks(10, 50, true);
        tasks.record(1, 1_000, new Sided(true, "l"));
        tasks.watermark(1_010);
        tasks.record(1, 1_010, new Sided(false, "late"));
        tasks.record(1, 1_005, new Sided(true, "late too"));
        tasks.watermark(1_050);
        assertThat(tasks.out())
                .containsExactly(
                        new Out(1_010, "late", LATE_RIGHT.name()),
                        new Out(1_005, "late too", LATE_LEFT.name()),
                        new Out(1_050, "l+null", null));
    }

    /** What is kept gets the times of the new interval, and nobody who stays alone is forgotten. */
    @ParameterizedTest
    @CsvSource({"10, 200, 10, 50", "10, 50, 10, 200", "10, 50, 15, 50", "15, 50, 10, 50", "10, 50, 12, 100"})
    void theIntervalMayBeChanged(int beforeOnce, int afterOnce, int before, int after) {
        KeyedTasks tasks = tasks(beforeOnce, afterOnce, true);
        int empty = tasks.checkpoint();
        tasks.record(1, 1_000, new Sided(true, "l"));
        tasks.record(1, 1_020, new Sided(true, "alone"));
        tasks.record(1, 900, new Sided(false, "r"));
        tasks.record(2, 1_007, new Sided(true, "alone too"));
        tasks.checkpoint();
        tasks.restore(2, operation(before, after, true));
        tasks.record(1, 992, new Sided(false, "its own"));
        tasks.watermark(FAR);
        assertThat(tasks.out().stream().map(Out::value))
                .containsExactlyInAnyOrder("l+its own", "alone+null", "alone too+null");
        tasks.checkpoint();
        tasks.restore(1);
        assertThat(tasks.checkpoint()).isEqualTo(empty);
    }

    /** The end of time frees also what would be kept beyond it. */
    @Test
    void atTheEndOfTimeWhatIsAloneIsTold() {
        KeyedTasks tasks = tasks(10, 50, true);
        int empty = tasks.checkpoint();
        tasks.record(1, Long.MAX_VALUE - 20, new Sided(true, "l"));
        tasks.record(2, Long.MAX_VALUE - 5, new Sided(false, "r"));
        tasks.record(3, 5, new Sided(true, "early"));
        tasks.watermark(Long.MAX_VALUE);
        assertThat(tasks.out().stream().map(Out::value)).containsExactlyInAnyOrder("l+null", "early+null");
        tasks.checkpoint();
        tasks.restore(1);
        // The watermark is stored too, in as many bytes however far it is.
        assertThat(tasks.checkpoint()).isEqualTo(empty);
    }
}
