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
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.SideOutput;
import io.staunch.runtime.Choosy.When;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Refused records are known by their places: over unions, several outputs of one record, keys, and changed pipelines. */
@Timeout(60)
class RefusedPlacesTest {
    private static final int SPLITS = 2;
    private static final long PER_SPLIT = 3_000;
    private static final long TWIN = 100_000_000;
    private static final SideOutput<RefusedRecord<Long>> REFUSED = SideOutput.named("refused");
    private static final OnRefusedRecord ASIDE = OnRefusedRecord.give(REFUSED);

    record Count(long n) {}

    @TempDir
    Path folder;

    private String outside = "";

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private Settings settings() {
        return Settings.stateIn(folder.resolve("state"))
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

    private static List<Long> numbers() {
        List<Long> all = new ArrayList<>();
        for (long split = 0; split < SPLITS; split++) {
            for (long n = 0; n < PER_SPLIT; n++) {
                all.add(split * Numbers.SPLIT + n);
            }
        }
        return all;
    }

    /** Two sources with the same splits, and two records out of each; the second one is taken by itself. */
    private Pipeline twins(When when) {
        Pipeline pipeline = Pipeline.named("twins").guarantee(EXACTLY_ONCE);
        Stream<Long> left = pipeline.from("left", new Numbers(SPLITS, PER_SPLIT, true));
        Stream<Long> right =
                pipeline.from("right", new Numbers(SPLITS, PER_SPLIT, true)).map(n -> n + TWIN + 1);
        left.union(right)
                .<Long>flatMap((n, out) -> {
                    out.emit(n);
                    out.emit(n + 2 * TWIN + (n % Choosy.EVERY == 7 ? 1 : 0));
                })
                .to("out", new Choosy.Lead<>(outside, when, ASIDE));
        pipeline.sideOutput("out", REFUSED)
                .keyByLong(refused -> refused.value() % 3)
                .fold("aside-count", new Count(0), (count, refused) -> new Count(count.n() + 1))
                .map((key, count) -> "aside " + key + " " + count.n())
                .to("aside", new Choosy.Lead<>(outside, when, OnRefusedRecord.FAIL));
        return pipeline;
    }

    @ParameterizedTest
    @EnumSource
    void whatOneRecordOfEitherSourceBecomesIsAsideOrTakenOnce(When when) throws Exception {
        run(twins(when), settings());
        List<Object> taken = new ArrayList<>();
        long aside = 0;
        for (long n : numbers()) {
            for (long record : List.of(n, n + TWIN + 1)) {
                long second = record + 2 * TWIN + (record % Choosy.EVERY == 7 ? 1 : 0);
                boolean bad = Choosy.refused(record);
                if (!bad) {
                    taken.add(record);
                }
                if (!bad || when == When.ENCODING) {
                    taken.add(second);
                }
                aside += bad ? when == When.ENCODING ? 1 : 2 : 0;
            }
        }
        List<Object> committed = Outside.named(outside).committed();
        assertThat(committed.stream().filter(Long.class::isInstance)).containsExactlyInAnyOrderElementsOf(taken);
        List<Object> counts =
                committed.stream().filter(String.class::isInstance).toList();
        assertThat(counts).hasSize((int) aside).doesNotHaveDuplicates();
    }

    private Pipeline choosy(String sink, OnRefusedRecord policy, boolean bounded) {
        Pipeline pipeline = Pipeline.named("choosy").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, bounded))
                .to(sink, new Choosy.Lead<>(outside, When.FLUSHING, policy));
        if (policy.equals(ASIDE)) {
            pipeline.sideOutput(sink, REFUSED)
                    .map(refused -> "aside " + refused.value())
                    .to("aside", new Choosy.Lead<>(outside, When.FLUSHING, OnRefusedRecord.FAIL));
        }
        return pipeline;
    }

    /** Ends a job right after places are durable and before anything was read with them. */
    private void placesAreRemembered(Settings slow) {
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
        assertThatThrownBy(() -> run(choosy("out", ASIDE, true), slow.listener(killer)))
                .hasMessageContaining("killed");
    }

    private void allIsThereOnce() {
        List<Object> all = new ArrayList<>();
        numbers().forEach(n -> all.add(Choosy.refused(n) ? "aside " + n : n));
        assertThat(Outside.named(outside).committed()).containsExactlyInAnyOrderElementsOf(all);
    }

    @ParameterizedTest
    @EnumSource
    void aTableGetsAllButThoseAndTheyAreAsideOnce(When when) throws Exception {
        Pipeline pipeline = Pipeline.named("table").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(SPLITS, PER_SPLIT, true))
                .to("table", new Choosy.Upsert<>(outside, when, ASIDE))
                .sideOutput("table", REFUSED)
                .map(refused -> "aside " + refused.value())
                .to("aside", new Choosy.Lead<>(outside, when, OnRefusedRecord.FAIL));
        Job job = run(pipeline, settings());
        List<Object> rows = new ArrayList<>();
        List<Object> aside = new ArrayList<>();
        numbers().forEach(n -> (Choosy.refused(n) ? aside : rows).add(Choosy.refused(n) ? "aside " + n : n));
        assertThat(Outside.named(outside).written().stream().distinct()).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(Outside.named(outside).committed()).containsExactlyInAnyOrderElementsOf(aside);
        assertThat(job.metrics().recordsRefused().get("table")).isGreaterThanOrEqualTo(aside.size());
    }

    @Test
    void aPolicyThatWasRemovedAndComesBack() throws Exception {
        Settings slow = settings().checkpointEvery(Duration.ofMinutes(1));
        placesAreRemembered(slow);
        assertThatThrownBy(() -> run(choosy("out", OnRefusedRecord.FAIL, true), slow))
                .hasMessageContaining("it ends in 7")
                .hasMessageContaining("'out'");
        assertThat(Outside.named(outside).committed()).isEmpty();
        run(choosy("out", ASIDE, true), settings().parallelism(3));
        allIsThereOnce();
    }

    @Test
    void aSinkThatWasRenamedLearnsThemAnew() throws Exception {
        Settings slow = settings().checkpointEvery(Duration.ofMinutes(1));
        placesAreRemembered(slow);
        run(choosy("other", ASIDE, true), settings().parallelism(1));
        allIsThereOnce();
    }
}
