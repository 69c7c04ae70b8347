package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.StaunchException;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A table that is written at any time, by key: it ends with the final values, alone and beside a transactional sink. */
@Timeout(120)
class IdempotentSinkTest {
    private static final long PER_SPLIT = 20_000;
    private static final int KEYS = 97;
    private static final Set<ProtocolStep> OF_A_LEDGER = Set.of(
            ProtocolStep.FOLLOWER_FENCED,
            ProtocolStep.FOLLOWER_CAUGHT_UP,
            ProtocolStep.FOLLOWER_COMMIT_SENT,
            ProtocolStep.FOLLOWER_COMMITTED,
            ProtocolStep.LEDGER_PEEKED,
            ProtocolStep.LEAD_FENCED,
            ProtocolStep.LEDGER_READ,
            ProtocolStep.OWNER_RECORDED,
            ProtocolStep.ROOT_COMMITTED,
            ProtocolStep.TRANSACTION_OPENED,
            ProtocolStep.COMMIT_SENT,
            ProtocolStep.COMMITTED);

    @TempDir
    Path folder;

    private String outside = "";

    record Count(long n) {}

    record Seen(long key, long n) {}

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CHECKPOINT_FAILED", "RESTARTING", "ENDED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aloneTheTableEndsWithTheFinalValues(ProtocolStep step) throws Exception {
        boolean dies = failRepeatedlyAt(step, pipeline(false));
        assertThat(dies).as("the job died at %s", step).isEqualTo(!OF_A_LEDGER.contains(step));
        assertFinal();
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"DURABLE", "COMMIT_SENT", "COMMITTED", "SETTLED", "STATE_CAPTURED", "RESTORED"})
    void besideATransactionalSinkBothAreRight(ProtocolStep step) throws Exception {
        assertThat(failRepeatedlyAt(step, pipeline(true))).isTrue();
        assertFinal();
        assertThat(Outside.named(outside).committed()).hasSize(3 * (int) PER_SPLIT);
    }

    private Pipeline pipeline(boolean withLead) {
        Pipeline pipeline = Pipeline.named("counting").guarantee(EXACTLY_ONCE);
        var seen = pipeline.from("numbers", new Numbers(3, PER_SPLIT, true))
                .keyByLong(n -> n % KEYS)
                .fold("counts", new Count(0), (count, n) -> new Count(count.n() + 1))
                .map((key, count) -> new Seen(key, count.n()));
        seen.to("table", new Table.Upsert<>(outside, Seen::key));
        if (withLead) {
            seen.to("log", new Sinks.Transactional<>(outside));
        }
        return pipeline;
    }

    /** Three lives that each fail the n-th time they take the step, and one that ends. Returns whether any did fail. */
    private boolean failRepeatedlyAt(ProtocolStep step, Pipeline pipeline) throws InterruptedException {
        boolean failed = false;
        for (int time = 1; time <= 3; time++) {
            var killer = new Killer(step, time);
            try (Job job = Staunch.start(pipeline, settings().listener(killer))) {
                job.await();
            } catch (StaunchException | IllegalStateException e) {
                assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
                failed = true;
            }
        }
        try (Job job = Staunch.start(pipeline, settings())) {
            job.await();
        }
        return failed;
    }

    private Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private void assertFinal() {
        Map<Long, Long> expected = LongStream.range(0, 3)
                .boxed()
                .flatMap(split -> LongStream.range(0, PER_SPLIT).mapToObj(i -> split * Numbers.SPLIT + i))
                .collect(Collectors.groupingBy(n -> n % KEYS, Collectors.counting()));
        Map<Long, Long> found = Table.named(outside).rows().values().stream()
                .map(Seen.class::cast)
                .collect(Collectors.toMap(Seen::key, Seen::n));
        assertThat(new TreeMap<>(found)).isEqualTo(new TreeMap<>(expected));
    }
}
