package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.StartMode;
import io.staunch.Staunch;
import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.SideOutput;
import io.staunch.state.ListState;
import io.staunch.state.ValueState;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class EmbeddedJobTest {
    private static final long PER_SPLIT = 20_000;
    private static final int KEYS = 97;

    @TempDir
    Path folder;

    private String outside = "";

    record Count(long n) {}

    record Seen(long key, long n) {}

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private Pipeline counting(boolean bounded) {
        return counting(new Numbers(3, PER_SPLIT, bounded));
    }

    private Pipeline counting(Numbers numbers) {
        Pipeline pipeline = Pipeline.named("counting").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", numbers)
                .keyByLong(n -> n % KEYS)
                .fold("counts", new Count(0), (count, n) -> new Count(count.n() + 1))
                .map((key, count) -> new Seen(key, count.n()))
                .to("out", new Sinks.Transactional<>(outside));
        return pipeline;
    }

    private void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    /** Every key has been counted 1, 2, 3, … in order, each count once, up to the number of its records. */
    private void assertExact() {
        Map<Long, Long> counts = new HashMap<>();
        for (Object record : Outside.named(outside).committed()) {
            Seen seen = (Seen) record;
            assertThat(seen.n()).as("count of key %d", seen.key()).isEqualTo(counts.merge(seen.key(), 1L, Long::sum));
        }
        assertThat(counts.values().stream().mapToLong(n -> n).sum()).isEqualTo(3 * PER_SPLIT);
        assertThat(counts).hasSize(KEYS);
    }

    @Test
    void aBoundedInputIsCountedExactlyAndTheJobFinishes() throws Exception {
        try (Job job = Staunch.start(counting(true), settings())) {
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.FINISHED);
            assertThat(job.metrics().recordsIn()).containsEntry("numbers", 3 * PER_SPLIT);
            assertThat(job.metrics().recordsOut()).containsEntry("out", 3 * PER_SPLIT);
        }
        assertExact();
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CHECKPOINT_FAILED", "RESTARTING", "ENDED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aFailureAtAnyStepOfTheProtocolLeavesTheOutputExact(ProtocolStep step) throws Exception {
        for (int time = 1; time <= 3; time++) {
            var killer = new Killer(step, time);
            try {
                run(counting(true), settings().listener(killer));
            } catch (StaunchException | IllegalStateException e) {
                assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
            }
        }
        run(counting(true), settings());
        assertExact();
    }

    @Test
    void anIntervalMayBeAsShortAsCheckpointsAllow() throws Exception {
        var three = new CountDownLatch(3);
        Settings settings = settings()
                .checkpointEvery(Duration.ofNanos(1), Duration.ofDays(1))
                .listener(new JobListener() {
                    @Override
                    public void on(ProtocolEvent event) {
                        if (event.step() == ProtocolStep.SETTLED) {
                            three.countDown();
                        }
                    }
                });
        try (Job job = Staunch.start(counting(new Numbers(3, Long.MAX_VALUE, false)), settings)) {
            three.await(); // with a day between them it would not
            job.stop();
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
        }
    }

    @Test
    void settingsOfAnIntervalHaveToBeInOrder() {
        assertThatThrownBy(() -> settings()
                        .checkpointEvery(Duration.ofSeconds(2), Duration.ofSeconds(1))
                        .validate())
                .hasMessageContaining("must be from a shorter to a longer interval, was from PT2S to PT1S");
        assertThatThrownBy(() -> settings()
                        .checkpointEvery(Duration.ZERO, Duration.ofSeconds(1))
                        .validate())
                .hasMessageContaining("the shortest checkpointEvery must be longer than zero, was PT0S");
    }

    @Test
    void aLostAnswerToACommitIsSettledByTheLedger() throws Exception {
        Outside.named(outside).loseAnswers(2);
        try (Job job =
                Staunch.start(counting(true), settings().restart(new RestartPolicy(5, Duration.ZERO, Duration.ZERO)))) {
            job.await();
            assertThat(job.status().restarts()).isEqualTo(2);
        }
        assertExact();
    }

    /** A connection should give up by itself; one that does not is closed, and the commit may well take effect by that. */
    @Test
    void aCommitThatNeverReturnsIsToldGivenUpAndSettledByTheLedger() throws Exception {
        Outside.named(outside).hangAfter(1); // the first entry; every run commits once more
        var told = new CopyOnWriteArrayList<JobStatus>();
        Settings settings = settings()
                .checkpointTimeout(Duration.ofSeconds(1))
                .restart(new RestartPolicy(5, Duration.ZERO, Duration.ZERO))
                .listener(new JobListener() {
                    @Override
                    public void on(JobStatus status) {
                        told.add(status);
                    }
                });
        try (Job job = Staunch.start(counting(true), settings)) {
            job.await();
            assertThat(job.status().restarts()).isEqualTo(1);
        }
        assertThat(told).flatExtracting(JobStatus::waiting).contains("outside:" + outside + " (COMMIT)");
        assertThat(told)
                .filteredOn(status -> status.phase() == JobStatus.Phase.RESTARTING)
                .singleElement()
                .extracting(JobStatus::failure, THROWABLE)
                .hasMessageContaining("has not returned for 3 times the checkpointTimeout of PT1S")
                .hasMessageContaining("The ledger tells");
        assertExact();
    }

    @Test
    void aStoppedJobGoesOnWhereItWasAtAnotherParallelism() throws Exception {
        for (int parallelism : new int[] {1, 3, 2, 5}) {
            try (Job job = Staunch.start(counting(false), settings().parallelism(parallelism))) {
                job.stop();
                job.await();
                assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
            }
        }
        run(counting(true), settings());
        assertExact();
    }

    @Test
    void whatWasNotCommittedIsCommittedOnceAtAnotherParallelism() throws Exception {
        long length = 0;
        for (int parallelism : new int[] {1, 2, 3, 5, 2}) {
            // A sealed interval that is not durable yet; then one that is durable and not committed, with the next one
            // behind it.
            for (ProtocolStep step : List.of(ProtocolStep.SINK_PREPARED, ProtocolStep.DURABLE)) {
                length += PER_SPLIT / 10;
                var killer = new Killer(step, 1);
                Settings settings = settings().parallelism(parallelism).listener(killer);
                try (Job job = Staunch.start(counting(new Numbers(3, length, false)), settings)) {
                    assertThatThrownBy(job::await).hasMessageContaining("killed at " + step);
                }
            }
        }
        assertThat(length).isEqualTo(PER_SPLIT);
        run(counting(true), settings());
        assertExact();
    }

    @Test
    void anEmptyFolderBesideALedgerThatIsNotEmptyIsRefusedWithTheWaysOut(@TempDir Path other) throws Exception {
        run(counting(true), settings());
        Settings elsewhere = settings().state(other);
        assertThatThrownBy(() -> Staunch.start(counting(true), elsewhere))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("the checkpoint store is empty")
                .hasMessageContaining("startMode(REWIND)")
                .hasMessageContaining("another name");
        assertExact();
        run(counting(true), elsewhere.startMode(StartMode.REWIND));
        assertThat(Outside.named(outside).committed()).hasSize((int) (6 * PER_SPLIT));
    }

    @Test
    void twoJobsOnOneFolderAreRefusedByName() throws Exception {
        try (Job first = Staunch.start(counting(false), settings())) {
            assertThatThrownBy(() -> Staunch.start(counting(false), settings()))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("in use by")
                    .hasMessageContaining("pid");
            first.stop();
            first.await();
        }
    }

    @Test
    void aFunctionThatThrowsIsNamedWithTheRecordsPlaceAndNotItsContent() {
        Pipeline pipeline = Pipeline.named("throwing");
        pipeline.from("numbers", new Numbers(2, PER_SPLIT, true))
                .keyByLong(n -> n % KEYS)
                .<Long>process("picky", states -> (value, context) -> {
                    if (value == Numbers.SPLIT + 77) {
                        throw new IllegalArgumentException("secret payload");
                    }
                    context.emit(value);
                })
                .to("out", new Sinks.Transactional<>(outside));
        assertThatThrownBy(() -> run(pipeline, settings()))
                .hasMessageContaining("operator 'picky'")
                .hasMessageContaining("split s1, number 77")
                .hasMessageNotContaining("secret payload");
    }

    @Test
    void atLeastOnceLosesNothing() throws Exception {
        Pipeline pipeline = plain(AT_LEAST_ONCE);
        for (int time = 1; time <= 3; time++) {
            failAt(pipeline, ProtocolStep.DURABLE, 2);
        }
        run(pipeline, settings());
        assertThat(new HashSet<>(Outside.named(outside).written())).hasSize((int) (3 * PER_SPLIT));
    }

    @Test
    void atMostOnceRepeatsNothing() throws Exception {
        Pipeline pipeline = plain(AT_MOST_ONCE);
        for (int time = 1; time <= 3; time++) {
            failAt(pipeline, ProtocolStep.DURABLE, 2);
        }
        run(pipeline, settings());
        assertThat(Outside.named(outside).written()).doesNotHaveDuplicates();
    }

    @Test
    void atMostOnceWithoutAFaultHasEverything() throws Exception {
        run(plain(AT_MOST_ONCE), settings());
        assertThat(Outside.named(outside).written()).doesNotHaveDuplicates().hasSize((int) (3 * PER_SPLIT));
    }

    private Pipeline plain(Guarantee level) {
        Pipeline pipeline = Pipeline.named("plain").guarantee(level);
        pipeline.from("numbers", new Numbers(3, PER_SPLIT, true))
                .map(n -> n)
                .to(
                        "out",
                        new Sinks.Plain<>(
                                outside, Offer.atLeastOnce("writes as records come", "a transactional sink")));
        return pipeline;
    }

    private void failAt(Pipeline pipeline, ProtocolStep step, int time) throws InterruptedException {
        var killer = new Killer(step, time);
        try {
            run(pipeline, settings().listener(killer));
        } catch (StaunchException | IllegalStateException e) {
            assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
        }
    }

    @Test
    void everyOperatorMeetsEveryRecordOnce() throws Exception {
        SideOutput<Long> odd = SideOutput.named("odd");
        Pipeline pipeline = Pipeline.named("all-operators");
        var numbers = pipeline.from("a", new Numbers(2, PER_SPLIT, true));
        var more = pipeline.from("b", new Numbers(2, PER_SPLIT, true)).map(n -> n + 10 * Numbers.SPLIT);
        var split = numbers.union(more).<Long>process("split", states -> {
            ListState<Long> last = states.list("last", Long.class);
            return (value, context) -> {
                last.set(List.of(value));
                if (value % 2 == 1) {
                    context.emit(odd, value);
                } else {
                    context.emit(value);
                }
            };
        });
        var evens = split.filter(n -> true).<Long>flatMap((n, out) -> {
            out.emit(n);
            out.emit(-n - 1);
        });
        evens.union(split.sideOutput(odd))
                .keyBy(Long.class, n -> n)
                .<Long>process("once", states -> {
                    ValueState<Boolean> seen = states.value("seen", Boolean.class);
                    return (value, context) -> {
                        assertThat(seen.orElse(false)).isFalse();
                        seen.set(true);
                        context.emit(value);
                    };
                })
                .to("out", new Sinks.Transactional<>(outside));
        failAt(pipeline, ProtocolStep.SETTLED, 2);
        run(pipeline, settings());
        assertThat(Outside.named(outside).committed()).doesNotHaveDuplicates().hasSize((int)
                (4 * PER_SPLIT + 2 * PER_SPLIT));
    }

    @Test
    void allMistakesOfAPipelineAreReportedAtOnce() {
        Pipeline pipeline = Pipeline.named("wrong");
        var numbers = pipeline.from("same", new Numbers(1, 1, true));
        numbers.to(
                "same",
                new Sinks.Plain<>(outside, Offer.atLeastOnce("writes as records come", "a transactional sink")));
        numbers.map(n -> n);
        assertThatThrownBy(() -> Staunch.start(pipeline, settings()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("the name 'same' is used twice")
                .hasMessageContaining("leads nowhere")
                .hasMessageContaining("asks for exactly-once and can't have it")
                .hasMessageContaining("a transactional sink");
    }

    @Test
    void stateOfAnotherTypeAndOperatorsThatAreGoneAreListedBeforeTheStart() throws Exception {
        run(counting(true), settings());
        Pipeline changed = Pipeline.named("counting");
        changed.from("numbers", new Numbers(3, PER_SPLIT, true))
                .keyByLong(n -> n % KEYS)
                .fold("counts", "", (text, n) -> text)
                .values()
                .to("out", new Sinks.Transactional<>(outside));
        assertThatThrownBy(() -> Staunch.start(changed, settings()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("counts.value was record " + Count.class.getName() + " and is now String");
        Pipeline renamed = Pipeline.named("counting");
        renamed.from("numbers", new Numbers(3, PER_SPLIT, true))
                .keyByLong(n -> n % KEYS)
                .fold("renamed", new Count(0), (count, n) -> count)
                .values()
                .to("out", new Sinks.Transactional<>(outside));
        assertThatThrownBy(() -> Staunch.start(renamed, settings()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("operator 'counts'")
                .hasMessageContaining("drop(\"counts\")");
        assertThatThrownBy(() -> Staunch.start(renamed, settings().drop("count")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("drop(\"counts\")")
                .hasMessageContaining("drop(\"count\") names nothing that the pipeline or its checkpoint has")
                .hasMessageContaining("operators and sources [counts, numbers, renamed]");
        run(renamed, settings().drop("counts"));
        assertThat(logged(() -> run(renamed, settings().drop("counts"))))
                .as("one that has done its work is in nobody's way")
                .contains("drop(\"counts\") names nothing that the pipeline or its checkpoint has");
    }

    private interface Act {
        void run() throws Exception;
    }

    private static String logged(Act act) throws Exception {
        var log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            act.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(UTF_8);
    }
}
