package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.graph.KeyedOperation;
import io.staunch.keyed.Deduplication;
import io.staunch.process.SideOutput;
import io.staunch.runtime.task.KeyedTasks.Out;
import io.staunch.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeduplicationTest {
    private static final int TTL = 100;
    private static final int DISORDER = 60;
    private static final int RECORDS = 600;
    private static final int RUNS = 40;
    private static final SideOutput<String> TWICE = SideOutput.named("twice");

    private final ManualEnvironment environment = new ManualEnvironment();

    private record Input(long key, long timestamp, String value) {}

    private KeyedTasks tasks(Deduplication rules, boolean timed) {
        return new KeyedTasks(
                new KeyedOperation.Deduplicated(rules.duplicatesTo(TWICE)), List.of(TWICE), timed, environment);
    }

    private static List<Input> disordered(Random random, int keys) {
        List<Input> inputs = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            inputs.add(new Input(random.nextInt(keys), i * 5L - random.nextInt(DISORDER), "r" + i));
        }
        return inputs;
    }

    /** Computed in one go: no watermark, no state that is freed. */
    private static List<Out> expected(List<Input> inputs) {
        Map<Long, List<Long>> passed = new HashMap<>();
        List<Out> expected = new ArrayList<>();
        for (Input input : inputs) {
            List<Long> ofKey = passed.computeIfAbsent(input.key(), key -> new ArrayList<>());
            boolean twice = ofKey.stream().anyMatch(first -> Math.abs(first - input.timestamp()) < TTL);
            if (!twice) {
                ofKey.add(input.timestamp());
            }
            expected.add(new Out(input.timestamp(), input.value(), twice ? TWICE.name() : null));
        }
        return expected;
    }

    /** Crashes and other parallelisms come in between; nothing is kept in the end. */
    @Test
    void overDisorderedInputWithCrashesAndRescalingTheFirstOfEachKeyIsPassedOnAndAllStateGoes() {
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            List<Input> inputs = disordered(random, 1 + random.nextInt(20));
            KeyedTasks tasks = tasks(Deduplication.byEventTime(Duration.ofMillis(TTL)), true);
            int empty = tasks.checkpoint();
            int at = 0;
            int atCheckpoint = 0;
            while (at < inputs.size()) {
                Input input = inputs.get(at++);
                tasks.record(input.key(), input.timestamp(), input.value());
                if (random.nextInt(3) == 0) {
                    tasks.watermark(at * 5L - 5 - DISORDER);
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
            assertThat(tasks.out()).as("seed %s", seed).isEqualTo(expected(inputs));
            tasks.watermark(RECORDS * 5L + TTL);
            tasks.checkpoint();
            tasks.restore(1);
            assertThat(tasks.checkpoint()).as("seed %s", seed).isEqualTo(empty);
        }
    }

    @Test
    void aRecordThatIsTheTimeToLiveAwayIsNoDuplicate() {
        KeyedTasks tasks = tasks(Deduplication.byEventTime(Duration.ofMillis(TTL)), true);
        tasks.record(1, 1_000, "first");
        tasks.record(1, 1_000 + TTL - 1, "twice");
        tasks.record(1, 1_000 - TTL + 1, "twice too");
        tasks.record(2, 1_001, "another key");
        tasks.record(1, 1_000 + TTL, "later");
        tasks.record(1, 1_000 - TTL, "earlier");
        assertThat(tasks.out().stream().filter(out -> out.side() == null).map(Out::value))
                .containsExactly("first", "another key", "later", "earlier");
    }

    @Test
    void aLateRecordIsADuplicateOfWhatIsStillRememberedAndElsePassedOn() {
        KeyedTasks tasks = tasks(Deduplication.byEventTime(Duration.ofMillis(TTL)), true);
        tasks.record(1, 1_000, "first");
        tasks.watermark(1_000 + TTL - 2);
        tasks.record(1, 1_050, "late, twice");
        tasks.watermark(1_000 + TTL - 1);
        tasks.record(1, 1_050, "late, forgotten");
        tasks.record(1, 1_051, "late, twice again");
        assertThat(tasks.out().stream().filter(out -> out.side() == null).map(Out::value))
                .containsExactly("first", "late, forgotten");
    }

    /** F49: a jump makes the time longer or shorter. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void byProcessingTimeTheTimeIsTheWallClocksAndLastsThroughARestore(int parallelism) {
        KeyedTasks tasks = tasks(Deduplication.byProcessingTime(Duration.ofMillis(TTL)), false);
        int empty = tasks.checkpoint();
        tasks.record(1, Long.MIN_VALUE, "first");
        environment.pass(TTL - 1);
        tasks.checkpoint();
        tasks.restore(parallelism);
        tasks.record(1, Long.MIN_VALUE, "twice");
        environment.jump(-3_600_000);
        tasks.clock();
        tasks.record(1, Long.MIN_VALUE, "twice too");
        environment.jump(3_600_000);
        environment.pass(1);
        tasks.record(1, Long.MIN_VALUE, "second");
        environment.pass(TTL);
        tasks.clock();
        assertThat(tasks.out().stream().filter(out -> out.side() == null).map(Out::value))
                .containsExactly("first", "second");
        tasks.checkpoint();
        tasks.restore(1);
        assertThat(tasks.checkpoint()).isEqualTo(empty);
    }

    /** What was remembered for a shorter time is remembered for the longer one, and freed then. */
    @ParameterizedTest
    @EnumSource
    void theTimeToLiveMayBeChanged(Timer.Kind by) {
        for (int other : new int[] {TTL / 2, 10 * TTL}) {
            boolean timed = by == Timer.Kind.EVENT_TIME;
            KeyedTasks tasks = tasks(new Deduplication(by, Duration.ofMillis(TTL), null), timed);
            int empty = tasks.checkpoint();
            tasks.record(1, timed ? 1_000 : Long.MIN_VALUE, "first");
            tasks.checkpoint();
            var rules = new Deduplication(by, Duration.ofMillis(other), TWICE);
            tasks.restore(2, new KeyedOperation.Deduplicated(rules));
            pass(tasks, timed, 1_000 + TTL, TTL);
            tasks.record(1, timed ? 1_000 + TTL + 1 : Long.MIN_VALUE, "again");
            assertThat(tasks.out().get(1).side()).isEqualTo(other > TTL ? TWICE.name() : null);
            pass(tasks, timed, 1_000 + 20 * TTL, 20 * TTL);
            tasks.checkpoint();
            tasks.restore(1);
            assertThat(tasks.checkpoint()).as("%s", rules).isEqualTo(empty);
        }
    }

    private void pass(KeyedTasks tasks, boolean timed, long watermark, long millis) {
        environment.pass(millis);
        tasks.clock();
        if (timed) {
            tasks.watermark(watermark);
        }
    }

    @Test
    void aRecordWithoutATimestampIsRefusedWithWhatToDo() {
        KeyedTasks tasks = tasks(Deduplication.byEventTime(Duration.ofMillis(TTL)), true);
        assertThatThrownBy(() -> tasks.record(1, Long.MIN_VALUE, "none"))
                .hasStackTraceContaining("a record without a timestamp")
                .hasStackTraceContaining("byProcessingTime");
    }
}
