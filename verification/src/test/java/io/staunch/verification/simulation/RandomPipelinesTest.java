package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.Aim;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.CrashTable;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Seeds;
import io.staunch.testkit.simulation.Shrunk;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.random.LogConnectors;
import io.staunch.testkit.simulation.random.RandomPipeline;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the generator makes, and that a campaign over it sees. */
class RandomPipelinesTest {
    private static final int WITH_A_PART = 10;

    private static final List<String> PARTS = List.of(
            "map: value",
            "map: key",
            "filter",
            "flatMap",
            "process: every",
            "union",
            "key by track as long, fold,",
            "track as text",
            "track and key as record",
            "track and key inferred",
            "fold in place",
            "aggregate",
            "value,",
            "value in place",
            "reduce",
            "list",
            "map,",
            "reducing",
            "a sum for each track",
            "to a side output",
            "count",
            "when all have come",
            "each text once",
            ", deduplicated",
            "a value that does not expire",
            "a value that expires after",
            "asked about, ",
            "asked about in no order, ",
            "each counted or late,",
            "each from one window on or late",
            "each pair met or late",
            "ms of lateness,",
            "join by int key in tumbling windows",
            "event time with tardy ones, never idle",
            ", ends",
            "refused and passed over",
            "refused and put aside",
            "held back by timers of event time",
            "held back by timers of processing time",
            ", event time, idle after",
            ", event time, never idle",
            "tumbling windows of",
            "sliding windows of",
            "session windows with",
            ", distinct ids",
            ", sum if no later window",
            " ms late,",
            "records, takes",
            "join by int key, pairs in",
            "join by int key, groups in",
            "ms before to",
            "lefts that stay alone",
            "key by track, in sight of a table",
            "in each task, in sight of a table",
            "ms, aligned within",
            "in the lead's transactions",
            "as records come",
            "a follower with a ledger",
            "a follower with idempotency keys",
            "a follower with neither",
            "transactions that are prepared,",
            "transactions that are prepared and hold rows",
            ": checked upserts",
            ": unchecked upserts",
            ": inserts",
            "records set aside",
            "bytes behind",
            "source in-2",
            "sink out-2");

    private static RandomPipeline pipeline(long seed) {
        return RandomPipeline.of(seed, new LogConnectors());
    }

    @Test
    void aSeedIsAWholePipeline() {
        assertThat(LongStream.range(0, 50).mapToObj(seed -> pipeline(seed).toString()))
                .isEqualTo(LongStream.range(0, 50)
                        .mapToObj(seed -> pipeline(seed).toString())
                        .toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void everyPartComesUp() {
        String all = LongStream.range(0, 500)
                .mapToObj(seed -> pipeline(seed).toString().replace('\n', ','))
                .collect(Collectors.joining());
        assertThat(all).contains(PARTS);
        Set<Guarantee> levels = EnumSet.noneOf(Guarantee.class);
        LongStream.range(0, 500).forEach(seed -> levels.add(pipeline(seed).guarantee()));
        assertThat(levels).containsExactlyInAnyOrder(Guarantee.values());
    }

    @Test
    void exactlyOncePipelinesMostlyHaveALeadAndSomeHaveFollowersOnly() {
        List<String> exact = LongStream.range(0, 500)
                .mapToObj(RandomPipelinesTest::pipeline)
                .filter(pipeline -> pipeline.guarantee() == Guarantee.EXACTLY_ONCE)
                .map(RandomPipeline::toString)
                .toList();
        assertThat(exact).filteredOn(text -> text.contains("lead's")).hasSizeGreaterThan(exact.size() * 3 / 4);
        assertThat(exact)
                .filteredOn(text -> !text.contains("lead's"))
                .filteredOn(text -> (text.contains("a follower") || text.contains("transactions that are prepared")))
                .hasSizeGreaterThan(exact.size() / 20);
        assertThat(exact)
                .filteredOn(text -> text.contains("lead's")
                        && (text.contains("a follower") || text.contains("transactions that are prepared")))
                .hasSizeGreaterThan(exact.size() / 3);
    }

    /** What is broken here is what no fixed pipeline without state of that kind would show. */
    @ParameterizedTest
    @EnumSource(names = {"CHANGES_DROPPED", "CAPTURE_SEES_LATER", "NO_SYNC", "NO_LOOK", "TIMER_DROPPED"})
    void whatIsBrokenIsFoundAndToldWithThePipelineAndTheCommand(Break how) {
        CampaignResult result = new Seeds(1, 1_000, 2, null).cases(broken(how), soFar -> {});
        assertThat(result.passed()).isFalse();
        RunResult first = result.failed().get(0);
        assertThat(first.report())
                .contains("a random pipeline over the simulated log")
                .contains("source in-0: ")
                .contains("replay: again " + first.seed());
    }

    @Test
    void aSeedThatDoesNotReproduceItsRunIsToldWithItsCommandToo() {
        var processes = new AtomicInteger();
        Simulation changing = Running.onTheLog(20)
                .settings(
                        settings -> settings.checkpointEvery(Duration.ofNanos(100_000L * processes.incrementAndGet())));
        CampaignResult result = new Seeds(100, 1, 1, null)
                .cases(seed -> new Case(changing, Guarantee.EXACTLY_ONCE, "a job", "again " + seed), soFar -> {});
        assertThat(result.failed().get(0).report())
                .contains("does not reproduce the run", "of a job", "replay: again 100");
    }

    /** Which records come too late is another thing in each run: the oracle sees all the same that one is neither counted nor late, or both. */
    @ParameterizedTest
    @ValueSource(strings = {"each counted or late", "each from one window on or late", "each pair met or late"})
    void aLateRecordThatIsLostOrCountedAsWellIsFound(String part) {
        assertFound("a late record that is lost, of " + part, part, simulation -> simulation.runner(new Astray(true)));
        assertFound(
                "a late record that is counted as well, of " + part,
                part,
                simulation -> simulation.runner(new Astray(false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"each from one window on or late", "each pair met or late"})
    void timersThatFireTooEarlyAreFoundThoughSomeRecordsAreLate(String part) {
        assertFound(
                "timers that fire too early, of " + part,
                part,
                simulation -> Controls.beneath(Break.FREED_TOO_EARLY, simulation));
    }

    @Test
    void anAnswerThatIsLostIsFoundThoughAnswersHaveNoOrder() {
        assertFound(
                "an answer that is lost in no order",
                "asked about in no order",
                simulation -> Controls.beneath(Break.IN_FLIGHT_NOT_KEPT, simulation));
    }

    /** Prints how many of the pipelines with that part it takes. */
    private static void assertFound(String what, String part, UnaryOperator<Simulation> broken) {
        long[] seeds = LongStream.range(0, 10_000)
                .filter(seed -> pipeline(seed).toString().contains(part))
                .limit(WITH_A_PART)
                .toArray();
        LongFunction<Case> cases = number -> {
            RandomPipeline pipeline = pipeline(seeds[(int) number]);
            Simulation simulation = broken.apply(pipeline.simulation()).bounds(new Bounds(20_000, 30_000));
            return new Case(simulation, pipeline.guarantee(), pipeline, "");
        };
        List<RunResult> failed =
                new Seeds(0, WITH_A_PART, 2, null).cases(cases, soFar -> {}).failed();
        assertThat(failed).as(what).isNotEmpty();
        System.out.println(what + ": found by " + failed.size() + " of " + WITH_A_PART + ", the first is number "
                + (failed.get(0).seed() + 1));
    }

    /** The oracle computes also what fewer records must give. */
    @Test
    void aFailingSeedIsMadeSmall() {
        LongFunction<Case> cases = broken(Break.CHANGES_DROPPED);
        RunResult first =
                new Seeds(1, 200, 2, null).cases(cases, soFar -> {}).failed().get(0);
        Shrunk small = cases.apply(first.seed()).shrink(first.seed());
        assertThat(small.records()).isLessThan(100);
        assertThat(small.result().faults()).hasSizeLessThan(first.faults().size() + 1);
    }

    private static LongFunction<Case> broken(Break how) {
        return seed -> {
            RandomPipeline pipeline = pipeline(seed);
            Simulation simulation = Controls.beneath(how, pipeline.simulation()).bounds(new Bounds(20_000, 30_000));
            return new Case(simulation, pipeline.guarantee(), pipeline, "again " + seed);
        };
    }

    @Test
    void aimedPlansHaveEachPairOfCrashPointsEquallyOften() {
        aimedPlansHaveEachPairEquallyOften(new Aim.Places(true, false, false, List.of("log.append", "log.commit")));
    }

    @Test
    void aimedPlansOfPipelinesWithFollowersHaveThoseOfFollowersToo() {
        Set<String> points = aimedPlansHaveEachPairEquallyOften(
                new Aim.Places(true, true, true, List.of("log.commit", "table.commit", "table.rollback")));
        assertThat(points)
                .anyMatch(point -> point.contains("FOLLOWER_CAUGHT_UP"))
                .anyMatch(point -> point.contains("FOLLOWER_FENCED"))
                .anyMatch(point -> point.contains("table.rollback"));
    }

    @Test
    void aimedPlansOfPipelinesWithoutALeadHaveNoneOfALead() {
        Set<String> points = aimedPlansHaveEachPairEquallyOften(
                new Aim.Places(false, true, false, List.of("log.read", "table.commit")));
        assertThat(points)
                .anyMatch(point -> point.contains("FOLLOWER_COMMITTED"))
                .noneMatch(point -> point.contains("FENCED") || point.contains("LEDGER") || point.contains("OPENED"));
    }

    @Test
    void plansForSomePairsAreForThoseThatAPipelineHas() {
        var places = new Aim.Places(false, true, false, List.of("log.read", "table.commit"));
        Set<String> wanted = Set.of("DURABLE, then after table.commit", "DURABLE, then LEAD_FENCED");
        var aim = new Aim(places, wanted);
        assertThat(aim.plans()).isEqualTo(1);
        for (int turn = 0; turn < 3; turn++) {
            assertThat(aim.everySecond(turn, new Chance(turn)).exact())
                    .hasToString("[CRASH at DURABLE #1, CRASH_AFTER at table.commit #1]");
        }
        var none = new Aim(places, Set.of("DURABLE, then LEAD_FENCED"));
        assertThat(none.everySecond(0, new Chance(5))).isEqualTo(FaultPlan.byChance(new Chance(5)));
    }

    @Test
    void deathsAtPairsGoOnFromAFile() {
        var first = new CrashTable(Map.of(), Map.of("a, then b", 0L, "b, then a", 2L));
        Map<String, Long> read = CrashTable.pairsOf(first.pairsAsCsv());
        assertThat(read).isEqualTo(first.pairs());
        CrashTable both = new CrashTable(Map.of(), Map.of("a, then b", 3L, "b, then c", 0L)).with(read);
        assertThat(both.pairs()).isEqualTo(Map.of("a, then b", 3L, "b, then a", 2L, "b, then c", 0L));
        assertThatThrownBy(() -> CrashTable.pairsOf("deaths,pair\nmany,x\n")).hasMessageContaining("many,x");
        assertThatThrownBy(() -> CrashTable.pairsOf("")).hasMessageContaining("deaths,pair");
    }

    /** Each as often as all others, and none that comes after what it can't. */
    private static Set<String> aimedPlansHaveEachPairEquallyOften(Aim.Places places) {
        var aim = new Aim(places);
        Map<String, Integer> pairs = new TreeMap<>();
        Set<String> points = new TreeSet<>();
        for (int turn = 0; turn < 2 * aim.plans(); turn += 2) {
            List<ExactFault> deaths = aim.everySecond(turn, new Chance(turn)).exact().stream()
                    .filter(fault -> fault.action().kills())
                    .toList();
            assertThat(deaths).hasSizeBetween(2, 5);
            for (int i = 1; i < deaths.size(); i++) {
                points.add(deaths.get(i).toString());
                pairs.merge(deaths.get(i - 1) + ", " + deaths.get(i), 1, Integer::sum);
            }
        }
        assertThat(pairs.values()).containsOnly(4);
        assertThat(pairs.keySet())
                .contains("CRASH at ROOT_DURABLE #1, CRASH at DURABLE #1")
                .doesNotContain("CRASH at DURABLE #1, CRASH at ROOT_DURABLE #1");
        assertThat(pairs.size()).isGreaterThan(points.size() * points.size() * 9 / 10);
        assertThat(aim.everySecond(1, new Chance(5))).isEqualTo(FaultPlan.byChance(new Chance(5)));
        return points;
    }

    @Test
    void aCampaignCountsDeathsByPointAndPair() {
        FaultPlan plan = FaultPlan.exactly(
                ExactFault.crash(ProtocolStep.DURABLE, 1), ExactFault.crash(ProtocolStep.LEDGER_READ, 1));
        CampaignResult result =
                Running.onTheLog(40).faults(seed -> plan).seeds(3).expectExactlyOnce();
        assertThat(result.crashPoints().hits()).containsEntry("DURABLE", 3L).containsEntry("LEDGER_READ", 3L);
        assertThat(result.crashPoints().pairs())
                .containsEntry("DURABLE, then LEDGER_READ", 3L)
                .containsEntry("LEDGER_READ, then DURABLE", 0L);
        assertThat(result.crashPoints().pointsWithoutHit()).contains("RESTORED", "before log.init");
        assertThat(result.json()).contains("\"DURABLE\":3").contains("\"pairsWithoutHit\":");
    }
}
