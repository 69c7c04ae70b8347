package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.AT_MOST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.enrich.AsyncClient;
import io.staunch.enrich.CallContext;
import io.staunch.enrich.Enrichment;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.Offer;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.sink.OnRefusedRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs with calls that are answered by other threads. */
@Timeout(120)
class EnrichmentTest {
    private static final int SPLITS = 3;
    private static final long PER_SPLIT = 3_000;
    private static final int KEYS = 40;

    @TempDir
    Path folder;

    private String outside = "";

    /** What a service does, by its name, since functions are copied with their pipeline. */
    private static final Map<String, Manner> MANNERS = new ConcurrentHashMap<>();

    private static final class Manner {
        /** How many calls it answers before it falls silent. */
        private final AtomicInteger answers = new AtomicInteger(Integer.MAX_VALUE);

        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private volatile CountDownLatch unanswered = new CountDownLatch(1);

        /** Calls about the number that a sink refuses; the second one's answer is held back. */
        private final AtomicInteger refused = new AtomicInteger();

        private final CompletableFuture<Long> held = new CompletableFuture<>();

        CompletionStage<Long> same(long number) {
            return Choosy.refused(number) && refused.incrementAndGet() == 2
                    ? held
                    : CompletableFuture.completedFuture(number);
        }

        /** It answers so many calls more, and so many others are made in vain before the latch is open. */
        void answer(int calls, int inVain) {
            unanswered = new CountDownLatch(inVain);
            answers.set(calls);
        }
    }

    /** Answers after a moment, on other threads. */
    private static final class Service implements AsyncClient<Long, Answer> {
        private final Manner manner;

        Service(Manner manner) {
            this.manner = manner;
            manner.open.incrementAndGet();
        }

        @Override
        public CompletionStage<Answer> call(Long value) {
            if (manner.answers.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
                manner.unanswered.countDown();
                return new CompletableFuture<>();
            }
            if (manner.failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the service is not well");
            }
            int micros = ThreadLocalRandom.current().nextInt(1_500);
            Executor later = CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS);
            return CompletableFuture.supplyAsync(() -> new Answer(value, value * 2), later);
        }

        @Override
        public void close() {
            manner.open.decrementAndGet();
        }
    }

    record Answer(long number, long twice) {}

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
        MANNERS.put(outside, new Manner());
    }

    private Manner manner() {
        return MANNERS.get(outside);
    }

    private Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private Enrichment<Long, Answer> rules(boolean ordered) {
        String service = outside;
        return ordered
                ? Enrichment.orderedBy(Long.class, (CallContext context) -> new Service(MANNERS.get(service)))
                : Enrichment.unorderedBy(Long.class, (CallContext context) -> new Service(MANNERS.get(service)));
    }

    private Pipeline keyed(Enrichment<Long, Answer> rules, boolean bounded) {
        Pipeline pipeline = Pipeline.named("asking").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, bounded))
                .keyByLong(n -> n % KEYS)
                .enrich("answers", rules)
                .to("out", new Sinks.Transactional<>(outside));
        return pipeline;
    }

    private Pipeline plain(Guarantee level) {
        Pipeline pipeline = Pipeline.named("asking").guarantee(level);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true))
                .enrich("answers", rules(false))
                .to("out", new Sinks.Plain<>(outside, Offer.atLeastOnce("writes as records come", "another sink")));
        return pipeline;
    }

    private static List<Long> all() {
        List<Long> all = new ArrayList<>();
        for (long split = 0; split < SPLITS; split++) {
            for (long at = 0; at < PER_SPLIT; at++) {
                all.add(split * Numbers.SPLIT + at);
            }
        }
        return all;
    }

    /** Each number has come once, with its answer, in the order of its key and split. */
    private void assertExactInOrder() {
        List<Long> numbers = new ArrayList<>();
        Map<String, Long> last = new HashMap<>();
        for (Object record : Outside.named(outside).committed()) {
            Answer answer = (Answer) record;
            assertThat(answer.twice()).isEqualTo(answer.number() * 2);
            String lane = answer.number() / Numbers.SPLIT + "/" + answer.number() % KEYS;
            Long before = last.put(lane, answer.number());
            assertThat(before == null || before < answer.number())
                    .as(before + " before " + answer.number())
                    .isTrue();
            numbers.add(answer.number());
        }
        assertThat(numbers).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void everyRecordHasItsAnswerInOrderOverStopsAndStartsWithOtherParallelism() throws Exception {
        for (int parallelism : new int[] {1, 3, 2, 4}) {
            manner().answer(1_500, 1);
            Settings settings = settings().parallelism(parallelism);
            try (Job job =
                    Staunch.start(keyed(rules(true).inFlight(20).timeout(Duration.ofHours(1)), true), settings)) {
                manner().unanswered.await();
                job.stop();
                job.await();
                assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
            }
        }
        manner().answers.set(Integer.MAX_VALUE);
        try (Job job = Staunch.start(keyed(rules(true), true), settings())) {
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.FINISHED);
        }
        assertExactInOrder();
        assertThat(manner().open).as("services left open").hasValue(0);
    }

    /** Neither a checkpoint nor a stop waits for a service that does not answer. */
    @Test
    void aJobStopsThoughNobodyAnswersAndAsksAgainWhenItStarts() throws Exception {
        manner().answer(0, 50);
        try (Job job = Staunch.start(
                keyed(rules(true).inFlight(30).timeout(Duration.ofHours(1)), true),
                settings().parallelism(2))) {
            manner().unanswered.await();
            job.stop();
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
        }
        assertThat(Outside.named(outside).committed()).isEmpty();
        manner().answers.set(Integer.MAX_VALUE);
        try (Job job = Staunch.start(keyed(rules(true), true), settings().parallelism(3))) {
            job.await();
        }
        assertExactInOrder();
    }

    @Test
    void aNewKeyFunctionThatDoesNotTakeWhatIsInFlightIsNamed() throws Exception {
        manner().answer(0, 10);
        try (Job job = Staunch.start(keyed(rules(true).timeout(Duration.ofHours(1)), true), settings())) {
            manner().unanswered.await();
            job.stop();
            job.await();
        }
        Pipeline pipeline = Pipeline.named("asking").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true))
                .keyByLong(n -> {
                    throw new IllegalStateException("no key");
                })
                .enrich("answers", rules(true))
                .to("out", new Sinks.Transactional<>(outside));
        assertThatThrownBy(() -> {
                    try (Job job = Staunch.start(pipeline, settings())) {
                        job.await();
                    }
                })
                .hasMessageContaining("operator 'answers' can't be restored")
                .hasMessageContaining("the key function threw")
                .hasMessageContaining("no key");
    }

    @Test
    void aCallThatFailsRestartsTheJobAndNothingIsLostOrRepeated() throws Exception {
        manner().failures.set(3);
        var restarts = new AtomicInteger();
        Settings settings = settings()
                .restart(new RestartPolicy(10, Duration.ofMillis(1), Duration.ofMillis(1)))
                .listener(new JobListener() {
                    @Override
                    public void on(ProtocolEvent event) {
                        if (event.step() == ProtocolStep.RESTARTING) {
                            restarts.incrementAndGet();
                        }
                    }
                });
        try (Job job = Staunch.start(keyed(rules(true), true), settings)) {
            job.await();
        }
        assertThat(restarts).hasPositiveValue();
        assertExactInOrder();
    }

    /** It is read again after it was refused, and is in flight while a checkpoint passes its place. */
    @Test
    void aRecordThatWasRefusedIsNotSentAgainThoughACheckpointIsTakenWhileItIsInFlight() throws Exception {
        String service = outside;
        Pipeline pipeline = Pipeline.named("asking").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(1, Choosy.EVERY, false))
                .enrich(
                        "same",
                        Enrichment.unordered(
                                        Long.class,
                                        (Long n) -> MANNERS.get(service).same(n))
                                .timeout(Duration.ofHours(1)))
                .to("out", new Choosy.Lead<Long>(outside, Choosy.When.FLUSHING, OnRefusedRecord.SKIP));
        Settings settings = settings().listener(new JobListener() {
            @Override
            public void on(ProtocolEvent event) {
                Manner manner = manner();
                if (event.step() == ProtocolStep.DURABLE && manner.refused.get() == 2) {
                    manner.held.complete(7L);
                }
            }
        });
        try (Job job = Staunch.start(pipeline, settings)) {
            manner().held.get();
            job.finish();
            job.await();
            assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.FINISHED);
        }
        assertThat(Choosy.sent(outside)).isEqualTo(1);
        assertThat(Outside.named(outside).committed())
                .hasSize((int) Choosy.EVERY - 1)
                .doesNotHaveDuplicates();
    }

    @Test
    void anAtMostOnceJobThatFinishesHasWaitedForAllAnswers() throws Exception {
        try (Job job = Staunch.start(plain(AT_MOST_ONCE), settings())) {
            job.await();
        }
        assertThat(Outside.named(outside).written().stream().map(each -> ((Answer) each).number()))
                .containsExactlyInAnyOrderElementsOf(all());
    }
}
