package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.AT_LEAST_ONCE;
import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.ProtocolStep;
import io.staunch.sink.WriteAheadSink.Protection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An interval that the outside will never take is passed over with consent, and what it had is set aside. */
@Timeout(120)
class DroppedIntervalTest {
    private static final long PER_SPLIT = 2_000;
    private static final int ALL = 3 * (int) PER_SPLIT;
    private static final int KEYS = 97;
    /** Somewhere in the middle, whatever the order. */
    private static final Seen POISON = new Seen(5, 20);

    private static final Pattern CONSENT = Pattern.compile("start with drop\\(\"([^\"]*)\"\\)");

    @TempDir
    Path folder;

    private String outside = "";

    record Count(long n) {}

    record Seen(long key, long n) {
        String json() {
            return "{\"key\":" + key + ",\"n\":" + n + "}";
        }
    }

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

    private Pipeline pipeline(boolean lead, Protection protection) {
        Pipeline pipeline =
                Pipeline.named("counting").guarantee(protection == Protection.NONE ? AT_LEAST_ONCE : EXACTLY_ONCE);
        var seen = pipeline.from("numbers", new Numbers(3, PER_SPLIT, true))
                .keyByLong(n -> n % KEYS)
                .fold("counts", new Count(0), (count, n) -> new Count(count.n() + 1))
                .map((key, count) -> new Seen(key, count.n()));
        if (lead) {
            seen.to("log", new Sinks.Transactional<>(outside));
        }
        seen.to("table", new Ledgered.Sink<>(outside + "table", Seen.class, protection));
        return pipeline;
    }

    private Ledgered table() {
        return Ledgered.named(outside + "table");
    }

    private static StaunchException narrow() {
        return new StaunchException("column n is too narrow", Remedy.FAIL_JOB);
    }

    /** Runs, and gives the consent that the error names. */
    private String consentAfter(Pipeline pipeline, Settings settings) {
        Throwable thrown = catchThrowable(() -> run(pipeline, settings));
        assertThat(thrown).hasMessageContaining("column n is too narrow").hasMessageContaining("set aside");
        Matcher named = CONSENT.matcher(thrown.getMessage());
        assertThat(named.find()).as(thrown.getMessage()).isTrue();
        return named.group(1);
    }

    private static String checkpoint(String consent) {
        return consent.substring(consent.lastIndexOf(' ') + 1);
    }

    private static long run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
            return job.metrics().recordsSetAside().get("table");
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.getFileName().toString().contains("set-aside"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> recordsIn(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return lines.subList(1, lines.size());
    }

    private void assertEachIsWrittenOrSetAsideOnce(List<String> aside) {
        List<String> all = new ArrayList<>(aside);
        table().rows().forEach(row -> all.add(((Seen) row).json()));
        assertThat(all).hasSize(ALL).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(
            value = Protection.class,
            names = {"LEDGER", "IDEMPOTENCY_KEY"})
    void withConsentTheIntervalIsSetAsideAndTheJobGoesOn(Protection protection) throws Exception {
        Pipeline pipeline = pipeline(protection == Protection.LEDGER, protection);
        table().refuses(POISON, narrow());
        String consent = consentAfter(pipeline, settings());
        assertThat(consentAfter(pipeline, settings())).as("at each start").isEqualTo(consent);
        assertThat(files()).isEmpty();

        long setAside = run(pipeline, settings().drop(consent));

        Path file = files().get(0);
        assertThat(files()).hasSize(1);
        String checkpoint = checkpoint(consent);
        assertThat(file.getFileName().toString())
                .startsWith("set-aside-table-checkpoint-" + checkpoint + "-")
                .endsWith(".jsonl");
        List<String> aside = recordsIn(file);
        assertThat(aside).contains(POISON.json()).hasSize((int) setAside);
        assertThat(Files.readAllLines(file).get(0))
                .contains("\"job\":\"counting\"", "\"sink\":\"table\"", "\"resource\":\"table at database\"")
                .contains("\"checkpoint\":" + checkpoint + ",", "\"records\":" + setAside + ",");
        assertEachIsWrittenOrSetAsideOnce(aside);
        if (protection == Protection.LEDGER) {
            assertThat(Outside.named(outside).committed()).hasSize(ALL);
            assertThat(run(pipeline, settings().drop(consent)))
                    .as("a consent that has done its work is in nobody's way")
                    .isZero();
            assertEachIsWrittenOrSetAsideOnce(recordsIn(files().get(0)));
        }
    }

    /** Nothing tells what of an interval was written before the error, nor which intervals before it were: some are there again. */
    @Test
    void withNothingThatTellsARepetitionEachRecordIsWrittenOrSetAsideAtLeastOnce() throws Exception {
        Pipeline pipeline = pipeline(false, Protection.NONE);
        table().refuses(POISON, narrow());
        String consent = consentAfter(pipeline, settings());

        long setAside = run(pipeline, settings().drop(consent));

        List<String> all = new ArrayList<>(recordsIn(files().get(0)));
        assertThat(all).contains(POISON.json()).hasSize((int) setAside);
        table().rows().forEach(row -> all.add(((Seen) row).json()));
        Set<String> distinct = Set.copyOf(all);
        assertThat(distinct).as("more if the state counts some again").hasSizeGreaterThanOrEqualTo(ALL);
        assertThat(withoutGaps(distinct)).as("nor is any lost").isEqualTo(distinct.size());
    }

    /** How many there are if each key's are counted from 1 to the first that is missing. */
    private static long withoutGaps(Set<String> seen) {
        return LongStream.range(0, KEYS)
                .map(key -> LongStream.iterate(1, n -> n + 1)
                        .takeWhile(n -> seen.contains(new Seen(key, n).json()))
                        .count())
                .sum();
    }

    @Test
    void theDeathBetweenTheFileAndTheLedgerCostsNothingAndRepeatsNothing() throws Exception {
        Pipeline pipeline = pipeline(true, Protection.LEDGER);
        table().refuses(POISON, narrow());
        Settings consenting = settings().drop(consentAfter(pipeline, settings()));
        table().breaks(new StaunchException("the database stops", Remedy.RESTART_FROM_CHECKPOINT));
        assertThatThrownBy(() -> run(pipeline, consenting)).hasStackTraceContaining("the database stops");
        List<String> before = Files.readAllLines(files().get(0));
        table().breaks(null);

        run(pipeline, consenting);

        List<String> after = Files.readAllLines(files().get(0));
        assertThat(after.subList(1, after.size())).isEqualTo(before.subList(1, before.size()));
        assertEachIsWrittenOrSetAsideOnce(recordsIn(files().get(0)));
    }

    /** Or else there would be a file that says of records which were written that they were not. */
    @Test
    void whoTakesTheConsentBackInTimeHasTheIntervalWrittenAndNoFile() throws Exception {
        Pipeline pipeline = pipeline(true, Protection.LEDGER);
        table().refuses(POISON, narrow());
        Settings consenting = settings().drop(consentAfter(pipeline, settings()));
        table().breaks(new StaunchException("the database stops", Remedy.RESTART_FROM_CHECKPOINT));
        assertThatThrownBy(() -> run(pipeline, consenting)).hasStackTraceContaining("the database stops");
        assertThat(files()).hasSize(1);
        table().breaks(null);
        table().refuses(null, narrow());

        assertThat(run(pipeline, settings())).isZero();

        assertThat(files()).isEmpty();
        assertEachIsWrittenOrSetAsideOnce(List.of());
    }

    @Test
    void theDeathBehindTheLedgerIsNoSecondTime() throws Exception {
        Pipeline pipeline = pipeline(true, Protection.LEDGER);
        table().refuses(POISON, narrow());
        Settings consenting = settings().drop(consentAfter(pipeline, settings()));
        var killer = new Killer(ProtocolStep.FOLLOWER_CAUGHT_UP, 1);
        assertThatThrownBy(() -> run(pipeline, consenting.listener(killer))).isNotNull();
        assertThat(killer.hit()).isTrue();

        assertThat(run(pipeline, consenting)).isZero();

        assertEachIsWrittenOrSetAsideOnce(recordsIn(files().get(0)));
    }

    /** Only a later checkpoint says that the outside has passed it. */
    @Test
    void withoutALedgerTheConsentIsNeededUntilTheJobHasGotFurther() throws Exception {
        Pipeline pipeline = pipeline(false, Protection.IDEMPOTENCY_KEY);
        table().refuses(POISON, narrow());
        String consent = consentAfter(pipeline, settings());
        Settings consenting = settings().drop(consent);
        var killer = new Killer(ProtocolStep.RESTORED, 1);
        assertThatThrownBy(() -> run(pipeline, consenting.listener(killer))).isNotNull();
        assertThat(killer.hit()).isTrue();

        assertThat(consentAfter(pipeline, settings())).isEqualTo(consent);

        run(pipeline, consenting);
        assertThat(run(pipeline, settings())).isZero();
        assertEachIsWrittenOrSetAsideOnce(recordsIn(files().get(0)));
    }

    /** As in a folder that was emptied but for such files, to start anew: ids of checkpoints begin anew there. */
    @Test
    void whatAnotherLineageHasSetAsideUnderTheSameIdStays() throws Exception {
        Pipeline before = pipeline(false, Protection.LEDGER);
        table().refuses(POISON, narrow());
        String first = consentAfter(before, settings());
        run(before, settings().drop(first));
        Path old = files().get(0);

        outside = outside + "again";
        folder = Files.createDirectory(folder.resolve("again"));
        Pipeline pipeline = pipeline(false, Protection.LEDGER);
        table().refuses(POISON, narrow());
        String second = consentAfter(pipeline, settings());
        String left = old.getFileName()
                .toString()
                .replace("-checkpoint-" + checkpoint(first), "-checkpoint-" + checkpoint(second));
        Files.copy(old, folder.resolve(left));

        assertThat(consentAfter(pipeline, settings())).isEqualTo(second);
        assertThat(folder.resolve(left)).hasSameTextualContentAs(old);
        run(pipeline, settings().drop(second));
        assertThat(folder.resolve(left)).hasSameTextualContentAs(old);
        assertThat(files()).hasSize(2);
    }

    @Test
    void aConsentToWhatIsNotThereYetIsRefusedAndNothingIsWritten() throws Exception {
        Pipeline pipeline = pipeline(false, Protection.LEDGER);
        table().refuses(POISON, narrow());
        String consent = consentAfter(pipeline, settings());
        int before = table().rows().size();
        String later = "table at database, checkpoint 1000000";
        assertThatThrownBy(() -> run(pipeline, settings().drop(consent).drop(later)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("drop(\"" + later + "\")")
                .hasMessageContaining("no such interval yet");
        assertThat(table().rows()).hasSize(before);
        assertThat(files()).isEmpty();
    }

    @Test
    void aConsentThatNamesASinkThatIsNotThereIsRefusedAndNothingIsWritten() throws Exception {
        Pipeline pipeline = pipeline(false, Protection.LEDGER);
        table().refuses(POISON, narrow());
        String consent = consentAfter(pipeline, settings());
        int before = table().rows().size();
        String mistyped = consent.replace("table at", "tabel at");
        assertThatThrownBy(() -> run(pipeline, settings().drop(consent).drop(mistyped)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("drop(\"" + mistyped + "\"): the pipeline has no sink \"tabel at database\"")
                .hasMessageContaining("those that it has are \"table at database\"");
        assertThat(table().rows()).hasSize(before);
        assertThat(files()).isEmpty();
    }

    @Test
    void aSinkThatPreparesHasNoIntervalToSetAside() {
        Pipeline pipeline = Pipeline.named("counting").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(3, 10, true)).to("prepared", new Preparing.Sink<>(outside));
        assertThatThrownBy(() -> run(pipeline, settings().drop("prepared at outside, checkpoint 0")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("keeps no copy")
                .hasMessageContaining("by its name");
    }
}
