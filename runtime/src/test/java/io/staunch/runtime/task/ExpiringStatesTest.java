package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.graph.KeyedOperation;
import io.staunch.process.KeyedProcess;
import io.staunch.process.KeyedProcessFactory;
import io.staunch.runtime.task.KeyedTasks.Out;
import io.staunch.state.KeyedStates;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** F34: state with a time to live. */
class ExpiringStatesTest {
    private static final int TTL = 100;
    private static final int STEPS = 800;
    private static final int RUNS = 15;
    private static final int KEYS = 7;

    private final ManualEnvironment environment = new ManualEnvironment();

    /** What is done to all four states of a key. */
    private enum What {
        READ,
        ADD,
        CLEAR
    }

    private record Does(What what, long number) {}

    /** Four states of which each holds the same sum; what they hold after each call is emitted. */
    private static final class Sums implements KeyedProcess<Long, Does, String> {
        private final ValueState<Long> value;
        private final ListState<Long> list;
        private final MapState<Long, Long> map;
        private final ReducingState<Long> reducing;

        Sums(KeyedStates states) {
            value = states.value("value", Long.class);
            list = states.list("list", Long.class);
            map = states.map("map", Long.class, Long.class);
            reducing = states.reducing("reducing", Long.class, Long::sum);
        }

        @Override
        public void process(Does does, Context<Long, String> context) {
            switch (does.what()) {
                case READ ->
                    context.emit(value.orNull() + " " + sum(list.get()) + " "
                            + sum(List.copyOf(map.entries().values())) + " " + reducing.orNull());
                case ADD -> {
                    list.add(does.number());
                    map.put((long) map.entries().size(), does.number());
                    reducing.add(does.number());
                    value.set(value.orElse(0L) + does.number());
                }
                case CLEAR -> {
                    value.clear();
                    list.clear();
                    map.clear();
                    reducing.clear();
                }
            }
        }

        private static String sum(List<Long> numbers) {
            return numbers.isEmpty()
                    ? "null"
                    : String.valueOf(numbers.stream().mapToLong(n -> n).sum());
        }
    }

    private KeyedTasks tasks(TimeToLive timeToLive) {
        KeyedProcessFactory<Long, Does, String> factory = states -> new Sums(states.expiring(timeToLive));
        return new KeyedTasks(new KeyedOperation.Process(factory), List.of(), false, environment);
    }

    /** What a key has, computed plainly. */
    private record Held(long sum, long until) {}

    private static String four(String sum) {
        return String.join(" ", sum, sum, sum, sum);
    }

    @ParameterizedTest
    @EnumSource
    void whatHasExpiredIsNeverSeenAndFreedThroughCrashesAndRescaling(TimeToLive.Since since) {
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            KeyedTasks tasks = tasks(new TimeToLive(Duration.ofMillis(TTL), since));
            int empty = tasks.checkpoint();
            Map<Long, Held> model = new HashMap<>();
            Map<Long, Held> atCheckpoint = Map.of();
            List<String> expected = new ArrayList<>();
            int expectedAtCheckpoint = 0;
            for (int step = 0; step < STEPS; step++) {
                long key = random.nextInt(KEYS);
                long now = environment.currentTimeMs();
                var does = new Does(What.values()[random.nextInt(3)], random.nextInt(100));
                Held held = model.get(key);
                boolean there = held != null && now < held.until();
                switch (does.what()) {
                    case READ -> {
                        expected.add(four(there ? String.valueOf(held.sum()) : "null"));
                        if (there && since == TimeToLive.Since.USE) {
                            model.put(key, new Held(held.sum(), now + TTL));
                        }
                    }
                    case ADD -> model.put(key, new Held((there ? held.sum() : 0) + does.number(), now + TTL));
                    case CLEAR -> model.remove(key);
                }
                tasks.record(key, Long.MIN_VALUE, does);
                if (random.nextInt(2) == 0) {
                    environment.pass(random.nextInt(60));
                }
                if (random.nextInt(25) == 0) {
                    tasks.checkpoint();
                    atCheckpoint = Map.copyOf(model);
                    expectedAtCheckpoint = expected.size();
                }
                if (random.nextInt(50) == 0) {
                    tasks.restore(1 + random.nextInt(4));
                    model = new HashMap<>(atCheckpoint);
                    expected.subList(expectedAtCheckpoint, expected.size()).clear();
                }
            }
            assertThat(tasks.out().stream().map(Out::value)).as("seed %s", seed).isEqualTo(expected);
            environment.pass(TTL);
            tasks.clock();
            environment.pass(TTL);
            tasks.clock();
            tasks.checkpoint();
            tasks.restore(1);
            assertThat(tasks.checkpoint()).as("seed %s", seed).isEqualTo(empty);
        }
    }

    @Test
    void withNothingThatExpiresItIsAsWithoutATimeToLive() {
        KeyedProcessFactory<Long, Does, String> plain = Sums::new;
        var without = new KeyedTasks(new KeyedOperation.Process(plain), List.of(), false, environment);
        KeyedTasks with = tasks(TimeToLive.sinceWrite(Duration.ofDays(1_000)));
        var random = new Random(1);
        for (int step = 0; step < STEPS; step++) {
            long key = random.nextInt(KEYS);
            var does = new Does(What.values()[random.nextInt(3)], random.nextInt(100));
            with.record(key, Long.MIN_VALUE, does);
            without.record(key, Long.MIN_VALUE, does);
            environment.pass(random.nextInt(1_000));
        }
        assertThat(with.out()).isEqualTo(without.out()).isNotEmpty();
    }

    @Test
    void manyKeysThatExpireTogetherAreFreedAlsoAfterARestoreAndOneThatWasWrittenMeanwhileStays() {
        KeyedTasks tasks = tasks(TimeToLive.sinceWrite(Duration.ofMillis(TTL)));
        int empty = tasks.checkpoint();
        for (long key = 0; key < 5_000; key++) {
            tasks.record(key, Long.MIN_VALUE, new Does(What.ADD, 1));
        }
        environment.pass(TTL - 1);
        tasks.record(4_999, Long.MIN_VALUE, new Does(What.ADD, 2));
        int full = tasks.checkpoint();
        tasks.restore(2);
        environment.pass(1);
        tasks.clock();
        tasks.record(4_999, Long.MIN_VALUE, new Does(What.READ, 0));
        tasks.record(0, Long.MIN_VALUE, new Does(What.READ, 0));
        assertThat(tasks.out().stream().map(Out::value)).containsExactly(four("3"), four("null"));
        assertThat(tasks.checkpoint()).isLessThan(full / 100);
        environment.pass(TTL);
        tasks.clock();
        tasks.checkpoint();
        tasks.restore(1);
        assertThat(tasks.checkpoint()).isEqualTo(empty);
    }

    /** The timer of the longer time would free it years later. */
    @Test
    void whatIsWrittenAfterTheTimeToLiveWasMadeShorterOrTheClockWasSetBackIsFreedInTime() {
        KeyedTasks tasks = tasks(TimeToLive.sinceWrite(Duration.ofDays(1_000)));
        int empty = tasks.checkpoint();
        tasks.record(1, Long.MIN_VALUE, new Does(What.ADD, 1));
        tasks.checkpoint();
        KeyedProcessFactory<Long, Does, String> shorter =
                states -> new Sums(states.expiring(TimeToLive.sinceWrite(Duration.ofMillis(TTL))));
        tasks.restore(2, new KeyedOperation.Process(shorter));
        tasks.record(1, Long.MIN_VALUE, new Does(What.ADD, 2));
        environment.jump(Duration.ofDays(1_000).toMillis());
        tasks.record(2, Long.MIN_VALUE, new Does(What.ADD, 3));
        environment.jump(-Duration.ofDays(1_000).toMillis());
        tasks.record(2, Long.MIN_VALUE, new Does(What.ADD, 4));
        environment.pass(TTL);
        tasks.clock();
        tasks.checkpoint();
        tasks.restore(1);
        assertThat(tasks.checkpoint()).isEqualTo(empty);
    }

    /** State from before it expired at all begins its time when it is first used. */
    @Test
    void stateThatWasWrittenBeforeItWasMadeToExpireBeginsItsTimeWithItsFirstUse() {
        boolean[] expires = {false};
        KeyedProcessFactory<Long, Does, String> factory = states ->
                new Sums(expires[0] ? states.expiring(TimeToLive.sinceWrite(Duration.ofMillis(TTL))) : states);
        var tasks = new KeyedTasks(new KeyedOperation.Process(factory), List.of(), false, environment);
        tasks.record(1, Long.MIN_VALUE, new Does(What.ADD, 5));
        tasks.checkpoint();
        expires[0] = true;
        tasks.restore(2);
        environment.pass(10 * TTL);
        tasks.record(1, Long.MIN_VALUE, new Does(What.READ, 0));
        environment.pass(TTL - 1);
        tasks.record(1, Long.MIN_VALUE, new Does(What.READ, 0));
        environment.pass(1);
        tasks.record(1, Long.MIN_VALUE, new Does(What.READ, 0));
        assertThat(tasks.out().stream().map(Out::value)).containsExactly(four("5"), four("5"), four("null"));
    }
}
