package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.runtime.Choosy.When;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.Sink;
import io.staunch.time.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that a sink's outside does not take, whenever that becomes known: they stop the job, are passed over, or are aside once. */
@Timeout(60)
class RefusedRecordsTest {
    private static final int SPLITS = 2;
    private static final long PER_SPLIT = 3_000;
    private static final SideOutput<RefusedRecord<Long>> REFUSED = SideOutput.named("refused");
    private static final OnRefusedRecord ASIDE = OnRefusedRecord.give(REFUSED);

    @TempDir
    Path folder;

    private String outside = "";

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private static List<Object> numbers(boolean refused) {
        return LongStream.range(0, SPLITS)
                .boxed()
                .flatMap(split -> LongStream.range(0, PER_SPLIT).mapToObj(n -> (Object) (split * Numbers.SPLIT + n)))
                .filter(n -> Choosy.refused(n) == refused)
                .collect(Collectors.toList());
    }

    private static List<Object> aside() {
        return numbers(true).stream().map(n -> (Object) ("aside " + n)).toList();
    }

    private Pipeline pipeline(Guarantee guarantee, Sink<Long> sink, @Nullable Sink<String> aside) {
        Pipeline pipeline = Pipeline.named("choosy").guarantee(guarantee);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true)).to("out", sink);
        if (aside != null && sink.onRefusedRecord().equals(ASIDE)) {
            pipeline.sideOutput("out", REFUSED)
                    .map(refused -> "aside " + refused.value())
                    .to("aside", aside);
        }
        return pipeline;
    }

    private Pipeline lead(When when, OnRefusedRecord policy) {
        return pipeline(
                EXACTLY_ONCE,
                new Choosy.Lead<>(outside, when, policy),
                new Choosy.Lead<>(outside, when, OnRefusedRecord.FAIL));
    }

    private Settings settings() {
        return settings("state");
    }

    private Settings settings(String name) {
        return Settings.stateIn(folder.resolve(name))
                .checkpointEvery(Duration.ofMillis(2))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private static Job run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
            return job;
        }
    }

    @ParameterizedTest
    @EnumSource
    void theJobStopsAndSaysWhereTheRecordIsAndWhy(When when) {
        var error =
                catchThrowableOfType(StaunchException.class, () -> run(lead(when, OnRefusedRecord.FAIL), settings()));
        assertThat(error)
                .hasMessageContaining("'out'")
                .hasMessageContaining("'choosy'")
                .hasMessageMatching("(?s).*split s[01], number [0-9]*7.*")
                .hasMessageContaining("it ends in 7")
                .hasMessageContaining("refusedRecordsTo(...) of the sinks to Kafka, tables and files");
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
        assertThat(Outside.named(outside).committed()).doesNotContainAnyElementsOf(numbers(true));
    }

    @ParameterizedTest
    @EnumSource
    void theyArePassedOverAndCounted(When when) throws Exception {
        Job job = run(lead(when, OnRefusedRecord.SKIP), settings());
        assertThat(Outside.named(outside).committed()).containsExactlyInAnyOrderElementsOf(numbers(false));
        assertThat(job.metrics().recordsRefused().get("out"))
                .isGreaterThanOrEqualTo(numbers(true).size());
        if (when == When.ENCODING) {
            assertThat(job.status().restarts()).isZero();
            assertThat(job.metrics().recordsRefused())
                    .containsEntry("out", (long) numbers(true).size());
        } else {
            assertThat(Choosy.sent(outside)).isEqualTo(numbers(true).size());
            assertThat(job.status().restarts()).isBetween(1, numbers(true).size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachIsAsideOnceInTheSameTransactions(When when) throws Exception {
        Job job = run(lead(when, ASIDE), settings());
        List<Object> all = new ArrayList<>(numbers(false));
        all.addAll(aside());
        assertThat(Outside.named(outside).committed()).containsExactlyInAnyOrderElementsOf(all);
        assertThat(job.status().restarts()).isLessThanOrEqualTo(numbers(true).size());
    }

    @ParameterizedTest
    @EnumSource
    void aSinkThatWritesAsRecordsComeLosesNone(When when) throws Exception {
        Job job = run(
                pipeline(
                        AT_LEAST_ONCE,
                        new Choosy.Plain<>(outside, when, ASIDE),
                        new Choosy.Plain<>(outside, when, OnRefusedRecord.FAIL)),
                settings());
        List<Object> all = new ArrayList<>(numbers(false));
        all.addAll(aside());
        assertThat(Outside.named(outside).written()).containsAll(all);
        assertThat(Outside.named(outside).written().stream().distinct()).hasSize(all.size());
        assertThat(job.metrics().recordsRefused().get("out"))
                .isGreaterThanOrEqualTo(numbers(true).size());
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatWritesAtMostOnceStopsOrGoesOnWithoutThem(When when) throws Exception {
        var sink = new Choosy.Plain<Long>(outside, when, OnRefusedRecord.FAIL);
        assertThatThrownBy(() -> run(pipeline(AT_MOST_ONCE, sink, null), settings()))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("it ends in 7");
        var lenient = new Choosy.Plain<Long>(outside + "-lenient", when, OnRefusedRecord.SKIP);
        run(pipeline(AT_MOST_ONCE, lenient, null), settings("lenient"));
        assertThat(Outside.named(outside + "-lenient").written())
                .doesNotContainAnyElementsOf(numbers(true))
                .doesNotHaveDuplicates();
    }

    @Test
    void aProcessThatComesAfterTheFirstOneDoesNotSendThemAgain() {
        var crash = new AtomicBoolean();
        JobListener crashing = new JobListener() {
            @Override
            public void on(ProtocolEvent event) {
                if (event.step() == ProtocolStep.RESTARTING) {
                    crash.set(true);
                } else if (event.step() == ProtocolStep.RESTORED && crash.get()) {
                    throw new StaunchException("killed", Remedy.FAIL_JOB);
                }
            }
        };
        Settings slow = settings().checkpointEvery(Duration.ofMinutes(1));
        assertThatThrownBy(() -> run(lead(When.FLUSHING, ASIDE), slow.listener(crashing)))
                .hasMessageContaining("killed");
        int sent = Choosy.sent(outside);
        assertThat(sent).isEqualTo(numbers(true).size());
        assertThat(Outside.named(outside).committed()).isEmpty();
        assertThatCode(() -> run(lead(When.FLUSHING, ASIDE), slow)).doesNotThrowAnyException();
        assertThat(Choosy.sent(outside)).isEqualTo(sent);
        assertThat(Outside.named(outside).committed()).containsAll(aside());
    }

    @Test
    void aJobThatIsStoppedBeforeItKnowsStopsInOrderAndGoesOnWithoutThem() throws Exception {
        Settings slow = settings().checkpointEvery(Duration.ofMinutes(1));
        Pipeline endless = Pipeline.named("choosy").guarantee(EXACTLY_ONCE);
        endless.from("numbers", new Numbers(SPLITS, PER_SPLIT, false))
                .to("out", new Choosy.Lead<>(outside, When.FLUSHING, ASIDE))
                .sideOutput("out", REFUSED)
                .map(refused -> "aside " + refused.value())
                .to("aside", new Choosy.Lead<>(outside, When.FLUSHING, OnRefusedRecord.FAIL));
        try (Job job = Staunch.start(endless, slow)) {
            while (Choosy.sent(outside) < numbers(true).size()) {
                assertThat(job.await(Duration.ofMillis(1))).isFalse();
            }
            job.stop();
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
            assertThat(job.status().restarts()).isEqualTo(1);
        }
        run(lead(When.FLUSHING, ASIDE), slow);
        assertThat(Choosy.sent(outside)).isEqualTo(numbers(true).size());
        List<Object> all = new ArrayList<>(numbers(false));
        all.addAll(aside());
        assertThat(Outside.named(outside).committed()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void aDeadLetterThatIsRefusedInTurnMeetsThePolicyOfItsOwnSink() {
        Pipeline pipeline = Pipeline.named("choosy").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true))
                .to("out", new Choosy.Lead<>(outside, When.FLUSHING, ASIDE))
                .sideOutput("out", REFUSED)
                .map(RefusedRecord::value)
                .to("aside", new Choosy.Lead<>(outside, When.FLUSHING, OnRefusedRecord.FAIL));
        assertThatThrownBy(() -> run(pipeline, settings()))
                .hasMessageContaining("sink 'aside'")
                .hasMessageContaining("it ends in 7");
    }

    /** There is no one record behind it that could be passed over when all is read again. */
    @Test
    void whatATimerHasEmittedCantBeRememberedAndTheErrorSaysSo() {
        Pipeline pipeline = Pipeline.named("choosy").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, false))
                .keyByLong(number -> number)
                .process("soon", states -> new Soon())
                .to("out", new Choosy.Lead<>(outside, When.FLUSHING, OnRefusedRecord.SKIP));
        assertThatThrownBy(() -> run(pipeline, settings()))
                .hasMessageContaining("it ends in 7")
                .hasMessageContaining("was emitted by a timer")
                .hasMessageContaining("encoder");
    }

    /** Passes each number on by a timer that is due at once. */
    private static final class Soon implements KeyedProcess<Long, Long, Long> {
        @Override
        public void process(Long number, Context<Long, Long> context) {
            context.timers().atProcessingTime(0);
        }

        @Override
        public void onTimer(Timer timer, Context<Long, Long> context) {
            context.emit(context.key());
        }
    }

    @Test
    void aSideOutputOfASinkThatNobodyReadsIsRefused() {
        Pipeline pipeline = Pipeline.named("choosy").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true))
                .to("out", new Choosy.Lead<>(outside, When.ENCODING, ASIDE));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("side output 'refused' of sink 'out' leads nowhere");
    }

    @Test
    void aSinkHasNoSideOutputUnlessItSaysSo() {
        Pipeline pipeline = Pipeline.named("choosy").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true))
                .to("out", new Choosy.Lead<>(outside, When.ENCODING, OnRefusedRecord.SKIP))
                .sideOutput("out", REFUSED)
                .to("aside", new Choosy.Lead<>(outside, When.ENCODING, OnRefusedRecord.FAIL));
        assertThatThrownBy(pipeline::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has none of that name");
        assertThatThrownBy(() -> pipeline.sideOutput("nowhere", REFUSED)).hasMessageContaining("[numbers, out, ");
    }

    @Test
    void theReportSaysWhatBecomesOfThem() {
        assertThat(lead(When.ENCODING, OnRefusedRecord.SKIP).guaranteeReport().toString())
                .contains("records that are refused are passed over and counted");
        assertThat(lead(When.ENCODING, ASIDE).guaranteeReport().toString())
                .contains("records that are refused go to side output 'refused'");
    }
}
