package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.error.RefusedException;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An outside that forgets idempotency keys: what may have been written is not written again when its key may be forgotten. */
@Timeout(120)
class RememberedKeysTest {
    private static final Duration KEPT = Duration.ofHours(24);
    private static final int ALL = 3_000;

    @TempDir
    Path folder;

    private final ClockAhead world = new ClockAhead();
    private String database = "";

    /** @param kept for how long keys are remembered */
    private record Sink(String database, Protection protection, Duration kept) implements WriteAheadSink<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Class<Long> type() {
            return Long.class;
        }

        @Override
        public Optional<Duration> keysRememberedFor() {
            return Optional.of(kept);
        }

        @Override
        public String description() {
            return "service " + database;
        }

        @Override
        public String resource() {
            return "service";
        }

        @Override
        public WriteAheadConnection<Long> connect(WriteAheadContext context) {
            return new Ledgered.Sink<>(database, Long.class, protection).connect(context);
        }
    }

    @BeforeEach
    void name(TestInfo test) {
        database = test.getDisplayName() + System.nanoTime();
    }

    private Settings settings() {
        return Settings.stateIn(folder).checkpointEvery(Duration.ofHours(1)).restart(RestartPolicy.never());
    }

    private Pipeline pipeline(Sink sink) {
        Pipeline pipeline = Pipeline.named("paying").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(3, ALL / 3, true)).to("web", sink);
        return pipeline;
    }

    private Pipeline pipeline() {
        return pipeline(new Sink(database, WriteAheadSink.Protection.IDEMPOTENCY_KEY, KEPT));
    }

    private Ledgered service() {
        return Ledgered.named(database);
    }

    private long run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = new EmbeddedRunner().launch(pipeline, settings, world)) {
            job.await();
            return job.metrics().recordsSetAside().get("web");
        }
    }

    @Test
    void aStartThatComesInTimeIsNoneThatWritesTwice() throws Exception {
        run(pipeline(), settings());
        world.pass(KEPT.minusHours(1));
        run(pipeline(), settings());
        assertThat(service().rows()).hasSize(ALL).doesNotHaveDuplicates();
    }

    @Test
    void aStartThatComesLaterIsRefusedAndNamesWhatMayBeThereAndWithConsentThatIsSetAside() throws Exception {
        run(pipeline(), settings());
        service().forgetKeys();
        world.pass(KEPT);

        Throwable refused = catchThrowable(() -> run(pipeline(), settings()));
        assertThat(refused)
                .hasRootCauseInstanceOf(RefusedException.class)
                .hasMessageContaining("sink 'web' (service " + database + "): it remembers idempotency keys for PT24H")
                .hasMessageContaining(ALL + " records of checkpoint ")
                .hasMessageContaining("Nothing was written");
        assertThat(service().rows()).hasSize(ALL);

        Matcher consent = Pattern.compile("drop\\(\"([^\"]*)\"\\)").matcher(refused.getMessage());
        assertThat(consent.find()).as(refused.getMessage()).isTrue();
        assertThat(run(pipeline(), settings().drop(consent.group(1)))).isEqualTo(ALL);
        assertThat(service().rows()).hasSize(ALL).doesNotHaveDuplicates();
    }

    @Test
    void whoHasMadeSureThatNothingIsThereStartsOnceWithALongerTime() throws Exception {
        run(pipeline(), settings());
        world.pass(KEPT);
        run(pipeline(new Sink(database, WriteAheadSink.Protection.IDEMPOTENCY_KEY, KEPT.multipliedBy(2))), settings());
        assertThat(service().rows()).hasSize(ALL).doesNotHaveDuplicates();
    }

    /** It is looked at again before each record: an outside may take long for those before it. */
    @Test
    void aStartThatIsStillWritingWhenKeysAreForgottenIsRefusedThen() throws Exception {
        run(pipeline(), settings());
        world.pass(KEPT.minusHours(1));
        service().forgetKeys();
        service().whileReading(() -> world.pass(Duration.ofMinutes(1)));
        assertThatThrownBy(() -> run(pipeline(), settings()))
                .hasRootCauseInstanceOf(RefusedException.class)
                .hasMessageContaining("and perhaps some of these records")
                .hasMessageNotContaining("Nothing was written");
        assertThat(service().rows()).hasSize(ALL).doesNotHaveDuplicates();
    }

    /** Nothing is read any more, and the job dies: one checkpoint more has said that the last records are written. */
    @Test
    void aStartAfterALongRestIsNotRefusedForWhatWasKnownToBeWritten() throws Exception {
        Pipeline resting = Pipeline.named("paying").guarantee(EXACTLY_ONCE);
        resting.from("numbers", new Numbers(3, ALL / 3, false))
                .to("web", new Sink(database, WriteAheadSink.Protection.IDEMPOTENCY_KEY, KEPT));
        try (Job job = new EmbeddedRunner().launch(resting, settings().checkpointEvery(Duration.ofMillis(5)), world)) {
            while (service().rows().size() < ALL
                    || job.status().settled() <= service().newest()) {
                LockSupport.parkNanos(200_000);
            }
        }
        service().forgetKeys();
        world.pass(KEPT);
        run(pipeline(), settings());
        assertThat(service().rows()).hasSize(ALL).doesNotHaveDuplicates();
    }

    /** The first try may have taken effect, whatever came of the others. */
    @Test
    void whatHasBeenTriedForLongerIsNotTriedOnceMore() throws Exception {
        service().away(true);
        try (Job job =
                new EmbeddedRunner().launch(pipeline(), settings().checkpointEvery(Duration.ofMillis(5)), world)) {
            service().awaitRefused(2);
            world.pass(KEPT);
            assertThatThrownBy(job::await)
                    .hasMessageContaining("remembers idempotency keys for PT24H")
                    .hasMessageContaining("drop(\"web at service, checkpoint ");
        }
        assertThat(service().rows()).isEmpty();
    }

    @Test
    void aTimeThatMeansNothingIsRefused() {
        assertThatThrownBy(() -> run(pipeline(new Sink(database, WriteAheadSink.Protection.LEDGER, KEPT)), settings()))
                .hasMessageContaining("means nothing with its protection() LEDGER");
        assertThatThrownBy(() -> run(
                        pipeline(new Sink(database, WriteAheadSink.Protection.IDEMPOTENCY_KEY, Duration.ZERO)),
                        settings()))
                .hasMessageContaining("expected more than zero");
    }

    @Test
    void theReportSaysForHowLong() {
        assertThat(pipeline().guaranteeReport().toString())
                .contains("which is PT24H: a start that comes later is refused");
    }
}
