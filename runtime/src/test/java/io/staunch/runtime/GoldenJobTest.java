package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import io.staunch.state.ValueState;
import io.staunch.testkit.golden.GoldenFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder that a whole job of format 1 has left: a job of today goes on from it. The classes here never change. */
@Timeout(120)
class GoldenJobTest {
    private static final String SEGMENT = "0000000001-0000.log";
    private static final int SPLITS = 2;
    private static final long BEFORE = 300;
    private static final long AFTER = 500;
    private static final int KEYS = 7;

    @TempDir
    Path folder;

    enum Parity {
        EVEN,
        ODD
    }

    record Count(int n, double half) {}

    record Item(String text, Parity parity) {}

    record Seen(long key, long n) {}

    private static Pipeline pipeline(long perSplit, String outside) {
        Pipeline pipeline = Pipeline.named("golden").guarantee(Guarantee.AT_LEAST_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, perSplit, true))
                .<Long>process("task", states -> {
                    ListState<Item> list = states.list("list", Item.class);
                    return (number, context) -> {
                        list.set(List.of(new Item("last", Parity.ODD)));
                        context.emit(number);
                    };
                })
                .keyBy(n -> "k" + n % KEYS)
                .<Seen>process("keyed", states -> {
                    ValueState<Count> value = states.value("value", Count.class);
                    ListState<Item> list = states.list("list", Item.class);
                    MapState<String, Item> map = states.map("map", String.class, Item.class);
                    ReducingState<Long> sum = states.reducing("sum", Long.class, Long::sum);
                    return (number, context) -> {
                        int n = value.get().map(Count::n).orElse(0) + 1;
                        assertThat(value.orNull()).isEqualTo(n == 1 ? null : new Count(n - 1, (n - 1) / 2.0));
                        value.set(new Count(n, n / 2.0));
                        Item item = new Item("n" + n, n % 2 == 0 ? Parity.EVEN : Parity.ODD);
                        if (n > 1) {
                            assertThat(list.get()).last().extracting(Item::text).isEqualTo("n" + (n - 1));
                            assertThat(map.get("last"))
                                    .isEqualTo(list.get().get(list.get().size() - 1));
                        }
                        list.add(item);
                        map.put("last", item);
                        sum.add(1L);
                        assertThat(sum.orNull()).isEqualTo(n);
                        assertThat(list.get()).hasSize(n);
                        context.emit(new Seen(number % KEYS, n));
                    };
                })
                .to(
                        "out",
                        new Sinks.Plain<>(
                                outside, Offer.atLeastOnce("writes as records come", "a transactional sink")));
        return pipeline;
    }

    private static Settings settings(Path folder) {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofHours(1))
                .parallelism(1)
                .restart(RestartPolicy.never());
    }

    private static void run(Pipeline pipeline, Settings settings) {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] written() {
        Path today = folder.resolve("today");
        run(pipeline(BEFORE, "golden-before"), settings(today));
        try {
            return Files.readAllBytes(today.resolve(SEGMENT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aJobGoesOnFromAFolderOfFormat1(int parallelism) throws Exception {
        Path there = Files.createDirectories(folder.resolve("golden"));
        Files.write(there.resolve(SEGMENT), GoldenFiles.read(getClass(), "v1/job/" + SEGMENT, this::written));
        String outside = "golden-" + parallelism + System.nanoTime();
        run(pipeline(AFTER, outside), settings(there).parallelism(parallelism));
        Map<Long, Long> least = new HashMap<>();
        Map<Long, Long> most = new HashMap<>();
        for (Object record : Outside.named(outside).written()) {
            Seen seen = (Seen) record;
            least.merge(seen.key(), seen.n(), Long::min);
            most.merge(seen.key(), seen.n(), Long::max);
        }
        assertThat(Outside.named(outside).written()).hasSize((int) (SPLITS * (AFTER - BEFORE)));
        assertThat(least.values().stream().mapToLong(n -> n - 1).sum()).isEqualTo(SPLITS * BEFORE);
        assertThat(most.values().stream().mapToLong(n -> n).sum()).isEqualTo(SPLITS * AFTER);
    }
}
