package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.StartMode;
import io.staunch.Staunch;
import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.sink.OnRefusedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sinks whose transactions are prepared with the checkpoint, alone and beside a lead. */
@Timeout(120)
class TwoPhaseCommitSinkTest {
    private static final long PER_SPLIT = 5_000;
    private static final int ALL = 3 * (int) PER_SPLIT;
    private static final int KEYS = 97;

    /** Steps of a lead. */
    private static final Set<ProtocolStep> OF_A_LEAD = EnumSet.of(
            ProtocolStep.LEAD_FENCED,
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

    private Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private Pipeline pipeline(boolean lead, boolean bounded) {
        return pipeline(lead, bounded, new Preparing.Sink<>(outside));
    }

    private Pipeline pipeline(boolean lead, boolean bounded, Preparing.Sink<Seen> sink) {
        Pipeline pipeline = Pipeline.named("counting").guarantee(EXACTLY_ONCE);
        var seen = pipeline.from("numbers", new Numbers(3, PER_SPLIT, bounded))
                .keyByLong(n -> n % KEYS)
                .fold("counts", new Count(0), (count, n) -> new Count(count.n() + 1))
                .map((key, count) -> new Seen(key, count.n()));
        if (lead) {
            seen.to("log", new Sinks.Transactional<>(outside));
        }
        seen.to("prepared", sink);
        return pipeline;
    }

    private Preparing there() {
        return Preparing.named(outside);
    }

    private static void assertEachOnceAndInOrder(List<Object> rows) {
        Map<Long, Long> last = new HashMap<>();
        for (Object row : rows) {
            Seen seen = (Seen) row;
            assertThat(seen.n())
                    .as("what follows %s of key %s", last.get(seen.key()), seen.key())
                    .isEqualTo(last.merge(seen.key(), 1L, Long::sum));
        }
        assertThat(rows).hasSize(ALL);
    }

    private void runToTheEnd(Pipeline pipeline) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings())) {
            job.await();
        }
        assertThat(there().prepared()).isEmpty();
    }

    /** Lives that each fail the n-th time they take the step, and one that ends. Returns whether any did fail. */
    private boolean failRepeatedlyAt(ProtocolStep step, Pipeline pipeline) throws InterruptedException {
        boolean failed = false;
        for (int time = 1; time <= 2; time++) {
            failed |= failAt(step, time, pipeline);
        }
        runToTheEnd(pipeline);
        return failed;
    }

    private boolean failAt(ProtocolStep step, int time, Pipeline pipeline) throws InterruptedException {
        var killer = new Killer(step, time);
        try (Job job = Staunch.start(pipeline, settings().listener(killer))) {
            job.await();
            return false;
        } catch (StaunchException | IllegalStateException e) {
            assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CHECKPOINT_FAILED", "RESTARTING", "ENDED", "FOLLOWER_CAUGHT_UP"},
            mode = EnumSource.Mode.EXCLUDE)
    void aloneEachRecordIsCommittedOnce(ProtocolStep step) throws Exception {
        boolean dies = failRepeatedlyAt(step, pipeline(false, true));
        assertThat(dies).as("the job died at %s", step).isEqualTo(!OF_A_LEAD.contains(step));
        assertEachOnceAndInOrder(there().rows());
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"SINK_PREPARED", "DURABLE", "COMMITTED", "FOLLOWER_COMMIT_SENT", "FOLLOWER_COMMITTED", "SETTLED"})
    void besideALeadEachSinkHasEachRecordOnce(ProtocolStep step) throws Exception {
        assertThat(failRepeatedlyAt(step, pipeline(true, true))).isTrue();
        assertEachOnceAndInOrder(there().rows());
        assertEachOnceAndInOrder(Outside.named(outside).committed());
    }

    @Test
    void aCommitWhoseAnswerWasLostIsFoundOut() throws Exception {
        try (Job job = Staunch.start(
                pipeline(false, true),
                settings().listener(once(ProtocolStep.RESTORED, () -> there().loseAnswers(3))))) {
            job.await();
        }
        assertEachOnceAndInOrder(there().rows());
    }

    @Test
    void whileCommitsAreAwayTheJobGoesOnUpToTheBoundAndItCatchesUpByItself() throws Exception {
        try (Job job = Staunch.start(
                pipeline(true, false),
                settings().sinkLag(3, 1 << 20).listener(once(ProtocolStep.RESTORED, () -> there().away(true))))) {
            waitFor(() -> job.metrics().behind().get("prepared").checkpoints() == 3
                    || Outside.named(outside).committed().size() == ALL);
            assertThat(job.metrics().behind().get("prepared").checkpoints()).isBetween(1L, 3L);
            waitFor(() -> job.status().waiting().toString().contains("the outside is away"));
            assertThat(there().rows()).isEmpty();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.RUNNING);
            there().away(false);
            waitFor(() -> there().rows().size() == ALL);
            job.stop();
            job.await();
        }
        assertEachOnceAndInOrder(there().rows());
        assertEachOnceAndInOrder(Outside.named(outside).committed());
    }

    /** Checkpoints wait, so that nothing would end it. */
    @Test
    void atTheBoundTheOpenTransactionGrowsNoFurther() throws Exception {
        long much = 100_000;
        Pipeline pipeline = Pipeline.named("passing").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(3, Numbers.SPLIT, false)).to("prepared", new Preparing.Sink<>(outside));
        there().hold(2);
        try (Job job = Staunch.start(
                pipeline,
                settings().sinkLag(1, 1 << 20).listener(once(ProtocolStep.RESTORED, () -> there().away(true))))) {
            waitFor(() -> job.status().waiting().toString().contains("): COMMIT")
                    && job.status().waiting().toString().contains("the outside is away"));
            long before = there().written();
            int tries = there().triesWhileAway();
            there().goOn();
            waitFor(() -> there().written() - before > much || there().triesWhileAway() > tries + 1);
            assertThat(there().written() - before).isLessThanOrEqualTo(much);
            there().away(false);
            job.stop();
            job.await();
        }
        assertThat(there().rows()).doesNotHaveDuplicates();
        assertThat(there().rows()).hasSize((int) there().written());
    }

    private List<Path> lossFiles() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.getFileName().toString().endsWith("-lost.json"))
                    .toList();
        }
    }

    @Test
    void whatTheOutsideHasDroppedIsNamedAndLostOnlyWithConsent() throws Exception {
        Pipeline pipeline = pipeline(false, true);
        assertThat(failAt(ProtocolStep.DURABLE, 1, pipeline)).isTrue();
        List<String> prepared = there().prepared();
        assertThat(prepared).isNotEmpty();
        there().drop();
        for (int start = 1; start <= 2; start++) {
            try (Job job = Staunch.launch(pipeline, settings())) {
                assertThatThrownBy(job::await)
                        .hasRootCauseInstanceOf(RefusedException.class)
                        .hasMessageContaining("sink 'prepared' (outside " + outside + ")")
                        .hasMessageContaining(prepared.get(0) + " of checkpoint ")
                        .hasMessageContaining("drop(\"" + prepared.get(0) + "\")");
            }
        }
        assertThat(lossFiles()).isEmpty();
        try (Job job = Staunch.start(pipeline, settings().drop(prepared.get(0)))) {
            job.await();
        }
        List<Object> rows = there().rows();
        assertThat(rows).hasSizeLessThan(ALL).doesNotHaveDuplicates();
        assertThat(lossFiles()).hasSize(1);
        assertThat(lossFiles().get(0).getFileName().toString()).startsWith("set-aside-prepared-checkpoint-");
        assertThat(Files.readString(lossFiles().get(0)))
                .contains("\"staunch\":\"lost\"", "\"job\":\"counting\"", "\"sink\":\"prepared\"")
                .contains("\"transactions\":[\"" + prepared.get(0) + "\"]")
                .containsPattern("\"source\":\"numbers\",\"split\":\"[^\"]+\",\"from\":\"\\d+\",\"to\":\"\\d+\"");
        Settings fromNothing = settings().state(folder.resolve("empty")).startMode(StartMode.REWIND);
        try (Job job = Staunch.start(pipeline, fromNothing)) {
            job.await();
        }
        assertEachOnceAndInOrder(there().rows().subList(rows.size(), rows.size() + ALL));
    }

    /** It says what is true: that the records were nowhere when a start went on without them. */
    @Test
    void theRecordOfALossIsTakenBackIfTheTransactionIsThereAfterAll() throws Exception {
        Pipeline pipeline = pipeline(false, true);
        assertThat(failAt(ProtocolStep.DURABLE, 1, pipeline)).isTrue();
        Map<String, List<Object>> taken = there().drop();
        Settings consenting = settings();
        for (String token : taken.keySet()) {
            consenting = consenting.drop(token);
        }
        there().refusesEntries(new StaunchException("the outside stops", Remedy.RESTART_FROM_CHECKPOINT));
        Settings dying = consenting;
        assertThatThrownBy(() -> run(pipeline, dying)).hasStackTraceContaining("the outside stops");
        assertThat(lossFiles()).hasSize(1);
        there().refusesEntries(null);
        there().bringBack(taken);

        run(pipeline, consenting);

        assertThat(lossFiles()).isEmpty();
        assertEachOnceAndInOrder(there().rows());
    }

    private static void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    @Test
    void aCommitThatIsRefusedForEverStopsTheJobAndItsTransactionIsLostOnlyByHandAndWithConsent() throws Exception {
        Pipeline pipeline = pipeline(false, true);
        there().refusesCommits(new StaunchException("only its owner may commit it", Remedy.FAIL_JOB));
        for (int start = 1; start <= 2; start++) {
            assertThatThrownBy(() -> run(pipeline, settings()))
                    .hasMessageContaining("only its owner may commit it. Nothing is lost")
                    .hasMessageContaining("drop(\"" + there().prepared().get(0) + "\")");
        }
        String token = there().prepared().get(0);
        assertThatThrownBy(() -> run(pipeline, settings().drop(token)))
                .as("a consent alone takes nothing away that is there")
                .hasMessageContaining("only its owner may commit it");
        assertThat(there().prepared()).contains(token);
        assertThat(there().rows()).isEmpty();

        there().refusesCommits(null);
        run(pipeline, settings().drop(token));

        assertThat(lossFiles()).isEmpty();
        assertEachOnceAndInOrder(there().rows());
    }

    @Test
    void aRewindRollsBackWhatTheOtherLineageHadPrepared() throws Exception {
        Pipeline pipeline = pipeline(false, true);
        assertThat(failAt(ProtocolStep.DURABLE, 1, pipeline)).isTrue();
        assertThat(there().prepared()).isNotEmpty();
        int before = there().rows().size();
        Settings elsewhere = settings().state(folder.resolve("other")).startMode(StartMode.REWIND);
        try (Job job = Staunch.start(pipeline, elsewhere)) {
            job.await();
        }
        assertThat(there().prepared()).isEmpty();
        assertEachOnceAndInOrder(there().rows().subList(before, before + ALL));
    }

    @Test
    void theJobRestoresAtAnotherParallelism() throws Exception {
        assertThat(failAt(ProtocolStep.DURABLE, 1, pipeline(true, true))).isTrue();
        try (Job job = Staunch.start(pipeline(true, true), settings().parallelism(3))) {
            job.await();
        }
        assertEachOnceAndInOrder(there().rows());
    }

    @Test
    void aRecordThatTheOutsideRefusesMeetsThePolicyWhenItComesAgain() throws Exception {
        long unwanted = 2_345;
        Pipeline pipeline = Pipeline.named("passing").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(3, PER_SPLIT, true))
                .to("prepared", new Preparing.Sink<>(outside, unwanted, OnRefusedRecord.SKIP, null));
        try (Job job = Staunch.start(pipeline, settings().restart(RestartPolicy.upTo(5)))) {
            job.await();
        }
        assertThat(there().rows()).hasSize(ALL - 1).doesNotContain(unwanted).doesNotHaveDuplicates();
    }

    @Test
    void theReportSaysWhatItIsWorth() {
        assertThat(pipeline(false, true).guaranteeReport().level()).isEqualTo(EXACTLY_ONCE);
        var limited = new Preparing.Sink<Seen>(outside, null, OnRefusedRecord.FAIL, Duration.ofHours(1));
        assertThatThrownBy(() -> Staunch.start(pipeline(false, true, limited), settings()))
                .hasMessageContaining("can't have it")
                .hasMessageContaining("drops what has been prepared for PT1H")
                .hasMessageContaining("remedy: an outside that keeps prepared transactions");
        var none = pipeline(false, true).guarantee(AT_MOST_ONCE);
        assertThatThrownBy(() -> Staunch.start(none, settings()))
                .hasMessageContaining("commits with checkpoints, and an at-most-once pipeline restores none");
    }

    /** It would hold what others wait for until there is a record again; and who writes that record may be one of them. */
    @Test
    void whatIsPreparedLateIsRolledBackAlsoByAJobThatHasNothingToDo() {
        Pipeline pipeline = Pipeline.named("counting").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(1, 0, false)).to("prepared", new Preparing.Sink<>(outside));
        var world = new ClockAhead();
        try (Job job = new EmbeddedRunner().launch(pipeline, settings(), world)) {
            waitFor(() -> job.status().phase() == JobStatus.Phase.RUNNING);
            // More often than a start looks by itself.
            for (int i = 0; i < 4; i++) {
                there().prepareLate();
                world.pass(Duration.ofMinutes(2));
                waitFor(() -> there().prepared().isEmpty());
            }
        }
    }

    private static JobListener once(ProtocolStep step, Runnable action) {
        return new JobListener() {
            private final CountDownLatch done = new CountDownLatch(1);

            @Override
            public void on(ProtocolEvent event) {
                if (event.step() == step && done.getCount() > 0) {
                    done.countDown();
                    action.run();
                }
            }
        };
    }

    private static void waitFor(java.util.function.BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.interrupted()).as("the test took too long").isFalse();
            java.util.concurrent.locks.LockSupport.parkNanos(200_000);
        }
    }
}
