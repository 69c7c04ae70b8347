package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.KeyedStream;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.backend.StateBackend;
import io.staunch.error.StaunchException;
import io.staunch.function.Aggregate;
import io.staunch.observe.ProtocolStep;
import io.staunch.state.ListState;
import io.staunch.state.MapState;
import io.staunch.state.ReducingState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of keyed state and operation is restored: the same records meet the same state, across failures and rescaling. */
@Timeout(120)
class StateKindsTest {
    private static final long PER_SPLIT = 8_000;
    private static final int KEYS = 31;

    @TempDir
    Path folder;

    private @Nullable StateBackend backend;

    /** A mutable accumulator: what is emitted must not change with it afterwards. */
    public record Sum(long[] total) {}

    record One(String key, long n) {}

    record Seen(String key, long n) {}

    private static final class Summing implements Aggregate<One, Sum, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Sum create() {
            return new Sum(new long[1]);
        }

        @Override
        public Sum add(Sum sum, One one) {
            sum.total()[0] += one.n();
            return sum;
        }

        @Override
        public Sum merge(Sum left, Sum right) {
            left.total()[0] += right.total()[0];
            return left;
        }

        @Override
        public Long result(Sum sum) {
            return sum.total()[0];
        }

        @Override
        public Class<Sum> accumulatorType() {
            return Sum.class;
        }
    }

    @Test
    void aReduction(TestInfo test) throws Exception {
        exact(
                test,
                keyed -> keyed.reduce("ones", One.class, (a, b) -> new One(a.key(), a.n() + b.n()))
                        .map((key, sum) -> new Seen(key, sum.n())));
    }

    @Test
    void anAggregateWithAMutableAccumulator(TestInfo test) throws Exception {
        exact(test, keyed -> keyed.aggregate("sum", new Summing()).map(Seen::new));
    }

    @Test
    void aFoldWithAMutableValue(TestInfo test) throws Exception {
        exact(
                test,
                keyed -> keyed.fold("sum", Sum.class, () -> new Sum(new long[1]), (sum, one) -> {
                            sum.total()[0] += one.n();
                            return sum;
                        })
                        .map((key, sum) -> new Seen(key, sum.total()[0])));
    }

    @Test
    void aListAMapAndAReducingState(TestInfo test) throws Exception {
        exact(test, StateKindsTest::all);
    }

    @Test
    void allOfThemInABackendThatIsMadeOfItsInterfaceAlone(TestInfo test) throws Exception {
        backend = PlainBackend::new;
        exact(test, StateKindsTest::all);
    }

    private static io.staunch.Stream<Seen> all(KeyedStream<String, One> keyed) {
        return keyed.process("all", states -> {
            ListState<Long> list = states.list("list", Long.class);
            MapState<String, Long> map = states.map("map", String.class, Long.class);
            ReducingState<Long> sum = states.reducing("sum", Long.class, Long::sum);
            return (one, context) -> {
                list.add(one.n());
                if (list.get().size() > 5) {
                    list.clear();
                }
                Long before = map.get("n");
                map.put("n", before == null ? 1 : before + 1);
                sum.add(one.n());
                assertThat(sum.orNull()).isEqualTo(map.get("n"));
                assertThat((long) list.get().size() % 6).isEqualTo(map.get("n") % 6);
                context.emit(new Seen(context.key(), map.get("n")));
            };
        });
    }

    private void exact(TestInfo test, Function<KeyedStream<String, One>, io.staunch.Stream<Seen>> operation)
            throws Exception {
        String outside = test.getDisplayName() + System.nanoTime();
        Pipeline pipeline = Pipeline.named("kinds");
        KeyedStream<String, One> keyed = pipeline.from("numbers", new Numbers(3, PER_SPLIT, true))
                .map(n -> new One("k" + n % KEYS, 1))
                .keyBy(One::key);
        operation.apply(keyed).to("out", new Sinks.Transactional<>(outside));
        int parallelism = 1;
        for (int time = 2; time <= 4; time++) {
            var killer = new Killer(ProtocolStep.DURABLE, time);
            try {
                run(pipeline, parallelism, killer);
            } catch (StaunchException | IllegalStateException e) {
                assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
            }
            parallelism++;
        }
        run(pipeline, 2, new Killer(ProtocolStep.CHECKPOINT_FAILED, Integer.MAX_VALUE));
        Map<String, Long> counts = new HashMap<>();
        for (Object record : Outside.named(outside).committed()) {
            Seen seen = (Seen) record;
            assertThat(seen.n()).as("count of %s", seen.key()).isEqualTo(counts.merge(seen.key(), 1L, Long::sum));
        }
        assertThat(counts.values().stream().mapToLong(n -> n).sum()).isEqualTo(3 * PER_SPLIT);
    }

    private void run(Pipeline pipeline, int parallelism, Killer killer) throws InterruptedException {
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(3))
                .parallelism(parallelism)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO)
                .listener(killer);
        try (Job job = Staunch.start(pipeline, backend == null ? settings : settings.stateBackend(backend))) {
            job.await();
        }
    }
}
