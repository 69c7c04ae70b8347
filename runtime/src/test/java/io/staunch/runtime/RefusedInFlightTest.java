package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.enrich.Enrichment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.SideOutput;
import io.staunch.runtime.Choosy.When;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Records that were in flight in the checkpoint that is restored, and that the sink's outside refuses: they have their places. */
@Timeout(60)
class RefusedInFlightTest {
    private static final SideOutput<RefusedRecord<Long>> REFUSED = SideOutput.named("refused");
    private static final OnRefusedRecord ASIDE = OnRefusedRecord.give(REFUSED);

    /** By the name of the outside, since functions are copied with their pipeline. */
    private static final Map<String, Service> SERVICES = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private String outside = "";

    /** Answers at once, but calls about what the sink refuses only as long as it may. */
    private static final class Service {
        private final AtomicInteger unanswered = new AtomicInteger();
        private final AtomicInteger answers = new AtomicInteger();

        CompletionStage<Long> same(long number) {
            if (Choosy.refused(number) && answers.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
                unanswered.incrementAndGet();
                return new CompletableFuture<>();
            }
            return CompletableFuture.completedFuture(number);
        }
    }

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
        SERVICES.put(outside, new Service());
    }

    private Service service() {
        return SERVICES.get(outside);
    }

    private Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .parallelism(1)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private Pipeline pipeline(OnRefusedRecord policy, boolean bounded) {
        String named = outside;
        Pipeline pipeline = Pipeline.named("asking").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(1, Choosy.EVERY, bounded))
                .enrich(
                        "same",
                        Enrichment.unordered(
                                        Long.class,
                                        (Long n) -> SERVICES.get(named).same(n))
                                .timeout(Duration.ofHours(1)))
                .to("out", new Choosy.Lead<>(outside, When.FLUSHING, policy));
        if (policy.equals(ASIDE)) {
            pipeline.sideOutput("out", REFUSED)
                    .map(refused -> "aside " + refused.value())
                    .to("aside", new Choosy.Lead<>(outside, When.FLUSHING, OnRefusedRecord.FAIL));
        }
        return pipeline;
    }

    private static Job run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
            return job;
        }
    }

    /** Stops when so many calls have had no answer: what they are about is in flight in the last checkpoint. */
    private void stopWithOneInFlight(OnRefusedRecord policy, int unanswered, Settings settings) throws Exception {
        try (Job job = Staunch.start(pipeline(policy, false), settings)) {
            while (service().unanswered.get() < unanswered) {
                assertThat(job.await(Duration.ofMillis(1))).isFalse();
            }
            job.stop();
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
        }
    }

    private void assertCommitted(Object... more) {
        List<Object> all = new java.util.ArrayList<>(LongStream.range(0, Choosy.EVERY)
                .filter(n -> !Choosy.refused(n))
                .boxed()
                .toList());
        all.addAll(List.of(more));
        assertThat(Outside.named(outside).committed()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void itIsPassedOverAndSentOnce() throws Exception {
        stopWithOneInFlight(OnRefusedRecord.SKIP, 1, settings());
        service().answers.set(2);
        Job job = run(pipeline(OnRefusedRecord.SKIP, true), settings().parallelism(3));
        assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.FINISHED);
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        assertCommitted();
    }

    @Test
    void itIsAsideOnce() throws Exception {
        stopWithOneInFlight(ASIDE, 1, settings());
        service().answers.set(2);
        run(pipeline(ASIDE, true), settings());
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        assertCommitted("aside 7");
    }

    @Test
    void theJobStopsAtItAndSaysWhereItIsFrom() throws Exception {
        stopWithOneInFlight(OnRefusedRecord.FAIL, 1, settings());
        service().answers.set(1);
        assertThatThrownBy(() -> run(pipeline(OnRefusedRecord.FAIL, true), settings()))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("split s0, number 7 of source 'numbers'")
                .hasMessageContaining("in flight in the restored checkpoint")
                .hasMessageContaining("it ends in 7")
                .hasMessageContaining("refusedRecordsTo(...)");
    }

    /** Killed right after it has made durable what it has learnt. */
    @Test
    void aProcessThatComesAfterTheOneThatLearntItDoesNotSendItAgain() throws Exception {
        stopWithOneInFlight(ASIDE, 1, settings());
        service().answers.set(1);
        var killer = new JobListener() {
            private boolean restarting;

            @Override
            public void on(ProtocolEvent event) {
                if (event.step() == ProtocolStep.RESTARTING) {
                    restarting = true;
                } else if (event.step() == ProtocolStep.RESTORED && restarting) {
                    throw new StaunchException("killed", Remedy.FAIL_JOB);
                }
            }
        };
        assertThatThrownBy(() -> run(pipeline(ASIDE, false), settings().listener(killer)))
                .hasMessageContaining("killed");
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        service().answers.set(1);
        run(pipeline(ASIDE, true), settings());
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        assertCommitted("aside 7");
    }

    /** It was refused, is asked about anew, and is in flight in the checkpoint of a stop, whose positions are far beyond it. */
    @Test
    void aCheckpointRemembersItAsLongAsItIsInFlight() throws Exception {
        stopWithOneInFlight(ASIDE, 1, settings());
        service().answers.set(1);
        stopWithOneInFlight(ASIDE, 2, settings());
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        assertCommitted();
        service().answers.set(1);
        run(pipeline(ASIDE, true), settings());
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        assertCommitted("aside 7");
    }
}
