package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.error.ConfigurationException;
import io.staunch.error.StaunchException;
import io.staunch.observe.ProtocolStep;
import io.staunch.state.Formerly;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job is stopped, the classes of its state change, and it goes on; or it is told before the start why it can't. */
@Timeout(120)
class ChangedClassesTest {
    private static final int SPLITS = 3;
    private static final long BEFORE = 4_000;
    private static final long AFTER = 20_000;
    private static final int KEYS = 31;

    @TempDir
    Path folder;

    private String outside = "";

    record Seen(long key, long n) {}

    enum OldColor {
        RED,
        BLUE
    }

    record OldCount(int n, String gone) {}

    record OldItem(int n, List<String> gone, OldColor color) {}

    record OldSum(int a, short b) {}

    enum Color {
        GREEN,
        BLUE,
        @Formerly("RED")
        CRIMSON
    }

    record Count(List<String> added, long n) {}

    record Item(@Nullable Color color, @Formerly("n") long number, boolean marked) {}

    record Sum(long b, long a, double added) {}

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private Settings settings(int parallelism) {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(3))
                .parallelism(parallelism)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private Settings consent(int parallelism) {
        return settings(parallelism)
                .drop("all.value.gone")
                .drop("all.list[].gone")
                .drop("all.map{}.gone");
    }

    private static void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    private Pipeline pipeline(Stream<Seen> counts, Pipeline pipeline) {
        counts.to("out", new Sinks.Transactional<>(outside));
        return pipeline;
    }

    /** Counts in a state of each kind; all of them must agree. */
    private Pipeline before() {
        Pipeline pipeline = Pipeline.named("changing");
        return pipeline(
                pipeline.from("numbers", new Numbers(SPLITS, BEFORE, true))
                        .keyByLong(n -> n % KEYS)
                        .process("all", states -> {
                            ValueState<OldCount> value = states.value("value", OldCount.class);
                            ListState<OldItem> list = states.list("list", OldItem.class);
                            MapState<Integer, OldItem> map = states.map("map", Integer.class, OldItem.class);
                            ReducingState<OldSum> sum = states.reducing(
                                    "sum", OldSum.class, (a, b) -> new OldSum(a.a() + b.a(), (short) (a.b() + b.b())));
                            return (number, context) -> {
                                int n = value.get().map(OldCount::n).orElse(0) + 1;
                                OldItem item =
                                        new OldItem(n, List.of("gone"), n % 2 == 0 ? OldColor.RED : OldColor.BLUE);
                                value.set(new OldCount(n, "gone"));
                                if (list.get().size() == 5) {
                                    list.clear();
                                }
                                list.add(item);
                                map.put(n % 3, item);
                                sum.add(new OldSum(1, (short) -1));
                                context.emit(new Seen(number % KEYS, n));
                            };
                        }),
                pipeline);
    }

    private Pipeline after() {
        Pipeline pipeline = Pipeline.named("changing");
        return after(pipeline, pipeline.from("numbers", new Numbers(SPLITS, AFTER, true)));
    }

    /** With one more source, so that a first checkpoint holds what was restored and is made durable before anything is read. */
    @SuppressWarnings("unchecked") // an array of streams
    private Pipeline afterWithOneMoreSource() {
        Pipeline pipeline = Pipeline.named("changing");
        Stream<Long> more = pipeline.from("more", new Numbers(1, 0, true));
        return after(
                pipeline,
                pipeline.from("numbers", new Numbers(SPLITS, AFTER, true)).union(more));
    }

    /** The same with classes that have changed, and one more state. */
    private Pipeline after(Pipeline pipeline, Stream<Long> numbers) {
        return pipeline(
                numbers.keyByLong(n -> n % KEYS).process("all", states -> {
                    ReducingState<Sum> sum = states.reducing(
                            "sum", Sum.class, (a, b) -> new Sum(a.b() + b.b(), a.a() + b.a(), b.added()));
                    MapState<Long, Item> map = states.map("map", Long.class, Item.class);
                    ListState<Item> list = states.list("list", Item.class);
                    ValueState<Count> value = states.value("value", Count.class);
                    ValueState<Long> added = states.value("added", Long.class);
                    return (number, context) -> {
                        long before = value.get().map(Count::n).orElse(0L);
                        agree(before, list.get(), map, sum.orNull());
                        long n = before + 1;
                        Item item = new Item(n % 2 == 0 ? Color.CRIMSON : Color.BLUE, n, true);
                        value.set(new Count(List.of(), n));
                        if (list.get().size() == 5) {
                            list.clear();
                        }
                        list.add(item);
                        map.put(n % 3, item);
                        sum.add(new Sum(-1, 1, 0));
                        added.set(n);
                        context.emit(new Seen(number % KEYS, n));
                    };
                }),
                pipeline);
    }

    private static void agree(long n, List<Item> list, MapState<Long, Item> map, @Nullable Sum sum) {
        if (n == 0) {
            return;
        }
        assertThat(sum).isEqualTo(new Sum(-n, n, 0));
        assertThat(list).hasSize((int) ((n - 1) % 5) + 1);
        for (int i = 0; i < list.size(); i++) {
            agree(n - list.size() + 1 + i, list.get(i));
        }
        for (long each = Math.max(1, n - 2); each <= n; each++) {
            agree(each, Objects.requireNonNull(map.get(each % 3)));
        }
    }

    private static void agree(long n, Item item) {
        assertThat(item.number()).isEqualTo(n);
        assertThat(item.color()).isEqualTo(n % 2 == 0 ? Color.CRIMSON : Color.BLUE);
    }

    private void assertCountedUpTo(long perSplit) {
        Map<Long, Long> counts = new HashMap<>();
        for (Object record : Outside.named(outside).committed()) {
            Seen seen = (Seen) record;
            assertThat(seen.n()).as("count of key %d", seen.key()).isEqualTo(counts.merge(seen.key(), 1L, Long::sum));
        }
        assertThat(counts.values().stream().mapToLong(n -> n).sum()).isEqualTo(SPLITS * perSplit);
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CHECKPOINT_FAILED", "RESTARTING", "ENDED"},
            mode = EnumSource.Mode.EXCLUDE)
    void everyKindOfStateGoesOnWithChangedClassesAlsoAfterACrashAtAnyStep(ProtocolStep step) throws Exception {
        run(before(), settings(2));
        assertCountedUpTo(BEFORE);
        Settings consent = consent(3);
        crash(afterWithOneMoreSource(), consent, step, 1);
        crash(afterWithOneMoreSource(), consent, step, 2);
        run(afterWithOneMoreSource(), consent.parallelism(2));
        assertCountedUpTo(AFTER);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void whatTheNewClassesHaveWrittenIsRestored(int durable) throws Exception {
        run(before(), settings(2));
        Settings consent = consent(3);
        crash(after(), consent, ProtocolStep.DURABLE, durable);
        run(after(), consent.parallelism(2));
        assertCountedUpTo(AFTER);
    }

    private static void crash(Pipeline pipeline, Settings settings, ProtocolStep step, int time)
            throws InterruptedException {
        var killer = new Killer(step, time);
        try {
            run(pipeline, settings.listener(killer));
        } catch (StaunchException | IllegalStateException e) {
            assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
        }
    }

    @Test
    void consentIsNotNeededAnyMoreOnceTheNewClassesHaveWritten() throws Exception {
        run(before(), settings(2));
        assertThatThrownBy(() -> Staunch.start(after(), settings(2)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("job 'changing' can't go on from checkpoint ")
                .hasMessageContaining("drop(\"all.list[].gone\")")
                .hasMessageContaining("drop(\"all.map{}.gone\")")
                .hasMessageContaining("- all.value.gone is gone: if it has another name now, say its former one with"
                        + " @Formerly there; else consent to losing its values with drop(\"all.value.gone\")");
        run(after(), consent(2));
        run(after(), settings(2));
        assertCountedUpTo(AFTER);
    }

    record OtherCount(long n, String gone) {}

    record OtherItem(byte n, List<String> gone, OldColor color) {}

    record OtherSum(
            float a, @Formerly("b") short c, @Formerly("b") short d) {}

    private Pipeline refused() {
        Pipeline pipeline = Pipeline.named("changing");
        return pipeline(
                pipeline.from("numbers", new Numbers(SPLITS, AFTER, true))
                        .map(n -> "k" + n % KEYS)
                        .keyBy(key -> key)
                        .process("all", states -> {
                            states.list("value", OtherCount.class);
                            states.list("list", OtherItem.class);
                            states.map("map", String.class, OtherItem.class);
                            states.reducing("sum", OtherSum.class, (a, b) -> a);
                            return (number, context) -> {};
                        }),
                pipeline);
    }

    @Test
    void everythingThatCantBeReadIsToldAtOnceBeforeTheStart() throws Exception {
        run(before(), settings(2));
        assertThatThrownBy(() -> Staunch.start(refused(), settings(2)))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "operator 'all': the type of its key has changed, which never can: String was long and"
                                                + " is now String",
                                        "state 'value' of 'all' was a VALUE and is now a LIST: give the new one another name",
                                        "all.list[].n was int and is now byte, which it can't be read as. Give the changed"
                                                + " state another name, or go back to the old type",
                                        "all.map{key} was int and is now String, which it can't be read as. Give the changed"
                                                + " state another name, or go back to the old type",
                                        "all.map{}.n was int and is now byte, which it can't be read as. Give the changed"
                                                + " state another name, or go back to the old type",
                                        "all.sum: 'c' and 'd' both may be what was 'b': change @Formerly so that one name is"
                                                + " left. Give the changed state another name, or go back to the old type",
                                        "all.sum.a was int and is now float, which it can't be read as. Give the changed state"
                                                + " another name, or go back to the old type"));
        run(before(), settings(2));
        assertCountedUpTo(BEFORE);
    }

    enum LessColor {
        RED
    }

    record LessItem(int n, List<String> gone, LessColor color) {}

    private Pipeline lessColors(boolean withAll) {
        Pipeline pipeline = Pipeline.named("changing");
        return pipeline(
                pipeline.from("numbers", new Numbers(SPLITS, BEFORE, true))
                        .keyByLong(n -> n % KEYS)
                        .process("all", states -> {
                            states.value("value", OldCount.class);
                            if (withAll) {
                                states.list("list", LessItem.class);
                            }
                            return (number, context) -> {};
                        }),
                pipeline);
    }

    @Test
    void aConstantThatIsGoneStopsTheStartIfAValueHasItAndNothingIsLost() throws Exception {
        run(before(), settings(2));
        Settings consent = settings(2).drop("all.map").drop("all.sum");
        assertThatThrownBy(() -> run(lessColors(true), consent))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("the state of operator '")
                .hasMessageContaining("list[].color: the checkpoint has a value BLUE, which can't be any more: keep it,"
                        + " or name it in @Formerly of what stands for it now");
        run(after(), consent(2));
        assertCountedUpTo(AFTER);
    }

    @Test
    void aStateThatIsGoneIsPassedOverWithConsent() throws Exception {
        run(before(), settings(2));
        assertThatThrownBy(() -> Staunch.start(lessColors(false), settings(2)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("drop(\"all.list\")")
                .hasMessageContaining("drop(\"all.map\")")
                .hasMessageContaining("drop(\"all.sum\")");
        run(lessColors(false), settings(2).drop("all.list").drop("all.map").drop("all.sum"));
    }

    private Pipeline buffering(boolean changed, long perSplit) {
        Pipeline pipeline = Pipeline.named("changing");
        return pipeline(
                pipeline.from("numbers", new Numbers(SPLITS, perSplit, true)).<Seen>process("task", states -> {
                    if (!changed) {
                        ListState<OldItem> items = states.list("items", OldItem.class);
                        ListState<OldCount> gone = states.list("gone", OldCount.class);
                        return (number, context) -> {
                            items.add(new OldItem((int) (long) number, List.of(), OldColor.RED));
                            gone.set(List.of(new OldCount(1, "gone")));
                        };
                    }
                    ListState<Item> items = states.list("items", Item.class);
                    return (number, context) -> {
                        items.get().forEach(item -> context.emit(new Seen(item.number(), 1)));
                        items.clear();
                        context.emit(new Seen(number, 1));
                    };
                }),
                pipeline);
    }

    @Test
    void listsOfTasksGoOnWithChangedClassesAtTheSameParallelism() throws Exception {
        run(buffering(false, 500), settings(3));
        run(buffering(true, 501), settings(3).drop("task.gone").drop("task.items[].gone"));
        assertThat(Outside.named(outside).committed()).hasSize(SPLITS * 501).doesNotHaveDuplicates();
    }

    /** What each of three operators has counted. */
    record Step(long key, long first, long second, long third) {}

    record Same(long n) {}

    private static Stream<Step> counted(Stream<Step> in, String name, long modulus, int place) {
        return in.keyByLong(step -> step.key() % modulus).process(name, states -> {
            ValueState<Same> count = states.value("count", Same.class);
            return (step, context) -> {
                Same now = new Same(count.get().map(Same::n).orElse(0L) + 1);
                count.set(now);
                context.emit(new Step(
                        step.key(),
                        place == 1 ? now.n() : step.first(),
                        place == 2 ? now.n() : step.second(),
                        place == 3 ? now.n() : step.third()));
            };
        });
    }

    /** The moduli divide each other, so that each key's records take one way and stay in order. */
    private Pipeline threeAlike() {
        Pipeline pipeline = Pipeline.named("alike");
        Stream<Step> steps =
                pipeline.from("numbers", new Numbers(SPLITS, AFTER, true)).map(n -> new Step(n % 60, 0, 0, 0));
        counted(counted(counted(steps, "a", 60, 1), "b", 12, 2), "c", 3, 3)
                .to("out", new Sinks.Transactional<>(outside));
        return pipeline;
    }

    @Test
    void threeOperatorsWithTheSameStateDontMix() throws Exception {
        for (int time = 2; time <= 5; time++) {
            crash(threeAlike(), settings(time - 1), ProtocolStep.DURABLE, time);
        }
        run(threeAlike(), settings(2));
        Map<Long, Long> first = new HashMap<>();
        Map<Long, Long> third = new HashMap<>();
        Map<Long, List<Long>> second = new HashMap<>();
        for (Object record : Outside.named(outside).committed()) {
            Step step = (Step) record;
            assertThat(step.first()).isEqualTo(first.merge(step.key(), 1L, Long::sum));
            assertThat(step.third()).isEqualTo(third.merge(step.key() % 3, 1L, Long::sum));
            second.computeIfAbsent(step.key() % 12, key -> new ArrayList<>()).add(step.second());
        }
        second.values().forEach(counts -> {
            for (int i = 0; i < counts.size(); i++) {
                assertThat(counts.get(i)).isEqualTo(i + 1L);
            }
        });
        assertThat(third.values().stream().mapToLong(n -> n).sum()).isEqualTo(SPLITS * AFTER);
    }
}
