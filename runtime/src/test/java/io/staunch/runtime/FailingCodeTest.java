package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.Stream;
import io.staunch.error.StaunchException;
import io.staunch.function.Collector;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Users' code that fails, or hides that something fails: the job says so and loses nothing, and nothing of it is left running. */
@Timeout(60)
class FailingCodeTest {
    private static final long RECORDS = 2_000;

    @TempDir
    Path folder;

    private String outside = "";

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private Pipeline pipeline(Function<Stream<Long>, Stream<Long>> middle) {
        Pipeline pipeline = Pipeline.named("failing").guarantee(EXACTLY_ONCE);
        middle.apply(pipeline.from("numbers", new Numbers(1, RECORDS, true)))
                .to("out", new Sinks.Transactional<>(outside));
        return pipeline;
    }

    private Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .parallelism(1)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private static void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    @Test
    void aFailureBehindAFunctionThatSwallowsItFailsTheJob() {
        Pipeline swallowing = pipeline(numbers -> numbers.<Long>flatMap(FailingCodeTest::swallow)
                .map(n -> {
                    if (n == 700) {
                        throw new IllegalArgumentException("no 700");
                    }
                    return n;
                }));
        assertThatThrownBy(() -> run(swallowing, settings()))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("operator 'map")
                .hasMessageContaining("700");
        assertThat(Outside.named(outside).committed()).doesNotContain(700L).hasSizeLessThanOrEqualTo(700);
    }

    private static void swallow(Long n, Collector<Long> out) {
        try {
            out.emit(n);
        } catch (RuntimeException e) {
            // As a careless function would.
        }
    }

    @Test
    void emittingFromAnotherThreadFailsTheJob() {
        Pipeline async = pipeline(numbers -> numbers.<Long>flatMap(
                (n, out) -> CompletableFuture.runAsync(() -> swallow(n, out)).join()));
        assertThatThrownBy(() -> run(async, settings()))
                .isInstanceOf(StaunchException.class)
                .rootCause()
                .hasMessageContaining("emit on the thread that calls the function");
        assertThat(Outside.named(outside).committed()).isEmpty();
    }

    @Test
    void anErrorOfAFunctionIsNamedWithItsOperatorAndRecord() {
        Pipeline asserting = pipeline(numbers -> numbers.map(n -> {
            if (n == 3) {
                throw new AssertionError("three");
            }
            return n;
        }));
        assertThatThrownBy(() -> run(asserting, settings().restart(RestartPolicy.upTo(10))))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("operator 'map")
                .hasMessageContaining("AssertionError")
                .hasMessageContaining("3");
    }

    @Test
    void aFunctionThatGivesNullIsToldSo() {
        Pipeline nothing = pipeline(numbers -> numbers.map(n -> n == 3 ? null : n));
        assertThatThrownBy(() -> run(nothing, settings()))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("the function gave null as result");
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CHECKPOINT_FAILED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aListenerThatThrowsAtEveryStepOfAKindEndsTheJobAndNothingIsLeft(ProtocolStep step) throws Exception {
        Pipeline pipeline = pipeline(numbers -> numbers.map(n -> {
            if (n == 1_500 && step == ProtocolStep.RESTARTING) {
                throw new IllegalStateException("so that it restarts");
            }
            return n;
        }));
        var quick = new RestartPolicy(2, Duration.ZERO, Duration.ZERO);
        Settings settings = settings().restart(quick).listener(new Throwing(step));
        int openBefore = Numbers.OPEN.get();
        try {
            run(pipeline, settings);
        } catch (StaunchException e) {
            // Steps that are taken once pass at a restart; the others end the job.
            String why = step == ProtocolStep.RESTARTING ? "so that it restarts" : "a listener that throws at " + step;
            assertThat(e).hasStackTraceContaining(why);
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("staunch-failing")) {
                thread.join();
            }
        }
        assertThat(Numbers.OPEN).as("readers that were not closed").hasValue(openBefore);
        run(pipeline(numbers -> numbers.map(n -> n)), settings());
        assertThat(Outside.named(outside).committed()).hasSize((int) RECORDS).doesNotHaveDuplicates();
    }

    private record Throwing(ProtocolStep step) implements JobListener {
        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == step) {
                throw new IllegalStateException("a listener that throws at " + step);
            }
        }

        @Override
        public void on(JobStatus status) {
            throw new IllegalStateException("a listener that throws at " + status.phase());
        }
    }

    @Test
    void aClosedJobHasLetGoOfItsFolder() throws Exception {
        Pipeline endless = Pipeline.named("failing");
        endless.from("numbers", new Numbers(1, RECORDS, false)).to("out", new Sinks.Transactional<>(outside));
        for (int time = 0; time < 5; time++) {
            Staunch.start(endless, settings()).close();
        }
    }
}
