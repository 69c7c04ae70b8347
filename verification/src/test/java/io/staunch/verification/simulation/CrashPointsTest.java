package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.simulation.CampaignResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.random.LogConnectors;
import io.staunch.testkit.simulation.random.RandomPipeline;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every place at which a process can die, and every ordered pair of places: each step of the protocol, and each call to the disk and to the
 * log, before and after its effect. Exhaustive, where {@link SimulationTest} is by chance. After the second death, as at any time, nothing
 * may be lost, repeated or out of order.
 */
class CrashPointsTest {
    private static final int FLIGHTS = 40;

    /** What is written by key is there before the first checkpoints are; so many that these come first. */
    private static final int MORE_FLIGHTS = 200;

    private static final int ALWAYS = 20;
    private static final int SHAPES = 12;

    /** A fault that is waited for, so that places are counted, and never comes. */
    private static final ExactFault NOWHERE = new ExactFault(FaultAction.CRASH, "nowhere", 1);

    /** Steps of an attempt that has failed already, or that is over. */
    private static final Set<ProtocolStep> NOT_BY_THEMSELVES =
            EnumSet.of(ProtocolStep.CHECKPOINT_FAILED, ProtocolStep.RESTARTING, ProtocolStep.ENDED);

    /** Steps of a kind of sink that the job does not have. */
    private static final Set<ProtocolStep> OF_FOLLOWERS = EnumSet.of(
            ProtocolStep.FOLLOWER_FENCED,
            ProtocolStep.FOLLOWER_CAUGHT_UP,
            ProtocolStep.FOLLOWER_COMMIT_SENT,
            ProtocolStep.FOLLOWER_COMMITTED);

    /** How many tasks each operator has: the same in each process, or another one by chance. */
    enum Parallelism {
        ONE(1),
        TWO(2),
        THREE(3),
        RESCALED(0);

        private final int fixed;

        Parallelism(int fixed) {
            this.fixed = fixed;
        }

        Simulation of(Simulation simulation) {
            return fixed == 0 ? simulation : simulation.settings(settings -> settings.parallelism(fixed));
        }
    }

    /** Jobs with tables. */
    enum Tables {
        UPSERTS,
        FOLLOWER,
        BEHIND_A_LEAD,
        PREPARED,
        PREPARED_BEHIND_A_LEAD;

        Simulation simulation() {
            return switch (this) {
                case UPSERTS ->
                    Running.simulation(
                            new LogSource<>("flights", Flight.class),
                            new TableUpsert<>("totals", Departures::origin),
                            MORE_FLIGHTS);
                case FOLLOWER -> Followers.alone(Protection.LEDGER, MORE_FLIGHTS);
                case BEHIND_A_LEAD -> Followers.twoBehindALead(MORE_FLIGHTS);
                case PREPARED -> Followers.preparedAlone(MORE_FLIGHTS);
                case PREPARED_BEHIND_A_LEAD -> Followers.preparedBehindALead(MORE_FLIGHTS);
            };
        }

        Set<String> calls() {
            return switch (this) {
                case UPSERTS, FOLLOWER, BEHIND_A_LEAD -> Set.of();
                case PREPARED, PREPARED_BEHIND_A_LEAD ->
                    Set.of("table.prepare", "table.prepared", "table.commitPrepared");
            };
        }

        Set<ProtocolStep> steps() {
            return switch (this) {
                case UPSERTS -> EnumSet.of(ProtocolStep.SINK_PREPARED, ProtocolStep.DURABLE, ProtocolStep.SETTLED);
                case FOLLOWER, BEHIND_A_LEAD, PREPARED, PREPARED_BEHIND_A_LEAD ->
                    EnumSet.of(
                            ProtocolStep.FOLLOWER_FENCED,
                            ProtocolStep.FOLLOWER_COMMIT_SENT,
                            ProtocolStep.FOLLOWER_COMMITTED,
                            ProtocolStep.SETTLED);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostOrRepeatedAfterADeathAtAnyPlaceAndASecondOneAtAnyOther(Parallelism parallelism) {
        Simulation simulation = parallelism.of(Running.onTheLog(FLIGHTS));
        List<ExactFault> points = points(simulation, 1);
        assertThat(steps(points)).containsAll(expectedSteps());

        dieAtEach(points, simulation);
        int size = points.size();
        CampaignResult pairs = simulation
                .seeds(size * size)
                .from(0)
                .faults(seed -> FaultPlan.exactly(
                        points.get(Math.floorMod(seed, size)), points.get(Math.floorMod(seed / size, size))))
                .run(Guarantee.EXACTLY_ONCE);
        assertThat(pairs.passed()).as("%s", pairs).isTrue();
        System.out.println("parallelism " + parallelism + ": " + size + " places, " + pairs.crashes() + " deaths in "
                + pairs.runs() + " pairs; " + Math.round(pairs.runs() / pairs.seconds()) + " runs/s");
    }

    /** A lead and a follower with a ledger of its own: a death at each place, and then at the next one in a circle. */
    @ParameterizedTest
    @EnumSource
    void behindALeadAFollowerLosesAndRepeatsNothingAfterADeathAtAnyPlace(Parallelism parallelism) {
        Simulation simulation =
                parallelism.of(Followers.behindALead(Followers.table("table", Protection.LEDGER), FLIGHTS));
        List<ExactFault> points = points(simulation, ALWAYS);
        Set<ProtocolStep> expected = EnumSet.complementOf(EnumSet.copyOf(NOT_BY_THEMSELVES));
        expected.remove(ProtocolStep.FOLLOWER_CAUGHT_UP);
        assertThat(steps(points)).containsAll(expected);
        points.add(new ExactFault(FaultAction.CRASH, ProtocolStep.FOLLOWER_CAUGHT_UP.name(), 1));

        CampaignResult single = simulation
                .seeds(points.size())
                .from(0)
                .faults(seed -> caughtUp(points, seed))
                .run(Guarantee.EXACTLY_ONCE);
        assertThat(single.passed()).as("%s", single).isTrue();
        assertThat(missed(points, single)).as("places where nobody died").isEmpty();

        int size = points.size();
        CampaignResult pairs = simulation
                .seeds(size)
                .from(0)
                .faults(seed -> FaultPlan.exactly(
                        points.get(Math.floorMod(seed, size)), points.get(Math.floorMod(seed * 7 + 1, size))))
                .run(Guarantee.EXACTLY_ONCE);
        assertThat(pairs.passed()).as("%s", pairs).isTrue();
        System.out.println("with a follower, parallelism " + parallelism + ": " + size + " places, " + single.crashes()
                + " deaths, " + pairs.crashes() + " in " + pairs.runs() + " pairs");
    }

    /** A follower catches up only after a death between the lead's commit and its own. */
    private static FaultPlan caughtUp(List<ExactFault> points, long seed) {
        ExactFault point = points.get(Math.floorMod(seed, points.size()));
        return point.at().equals(ProtocolStep.FOLLOWER_CAUGHT_UP.name())
                ? FaultPlan.exactly(
                        new ExactFault(FaultAction.CRASH, ProtocolStep.FOLLOWER_COMMIT_SENT.name(), 1), point)
                : FaultPlan.exactly(point);
    }

    @ParameterizedTest
    @EnumSource
    void overKafkaNothingIsLostOrRepeatedAfterADeathAtAnyPlace(Parallelism parallelism) {
        Simulation simulation = parallelism.of(Running.onKafka(FLIGHTS));
        List<ExactFault> points = points(simulation, ALWAYS);
        assertThat(steps(points)).containsAll(expectedSteps());
        assertThat(points.stream().map(ExactFault::at)).contains("kafka.init", "kafka.produce", "kafka.commit");
        dieAtEach(points, simulation);
    }

    /** Sinks over the simulated database, alone and behind a lead. */
    @ParameterizedTest
    @EnumSource
    void overTablesNothingIsLostOrRepeatedAfterADeathAtAnyPlace(Tables tables) {
        Simulation simulation = tables.simulation();
        List<ExactFault> points = points(simulation, ALWAYS);
        assertThat(steps(points)).containsAll(tables.steps());
        assertThat(points.stream().map(ExactFault::at)).contains("table.commit").containsAll(tables.calls());
        dieAtEach(points, simulation);
    }

    /** Other shapes: each with sinks, sources and state of its own. */
    @ParameterizedTest
    @MethodSource
    void ofAnyOtherShapeNothingIsLostOrRepeatedAfterADeathAtAnyPlace(long shape) {
        Simulation simulation = shape(shape).simulation().first(FLIGHTS);
        dieAtEach(points(simulation, ALWAYS), simulation);
    }

    static LongStream ofAnyOtherShapeNothingIsLostOrRepeatedAfterADeathAtAnyPlace() {
        return LongStream.iterate(1, shape -> shape + 1)
                .filter(shape -> shape(shape).guarantee() == Guarantee.EXACTLY_ONCE)
                .limit(SHAPES);
    }

    private static RandomPipeline shape(long seed) {
        return RandomPipeline.of(seed, new LogConnectors());
    }

    private static Set<ProtocolStep> expectedSteps() {
        Set<ProtocolStep> expected = EnumSet.complementOf(EnumSet.copyOf(NOT_BY_THEMSELVES));
        expected.removeAll(OF_FOLLOWERS);
        return expected;
    }

    private static void dieAtEach(List<ExactFault> points, Simulation simulation) {
        CampaignResult deaths = simulation
                .seeds(points.size())
                .from(0)
                .faults(seed -> plan(points, seed))
                .run(Guarantee.EXACTLY_ONCE);
        assertThat(deaths.passed()).as("%s", deaths).isTrue();
        assertThat(missed(points, deaths)).as("places where nobody died").isEmpty();
    }

    private static FaultPlan plan(List<ExactFault> points, long seed) {
        return FaultPlan.exactly(points.get(Math.floorMod(seed, points.size())));
    }

    /** What runs without faults meet, so many of them at least; a death at each of them, and after each call. */
    private static List<ExactFault> points(Simulation simulation, int leastRuns) {
        Map<String, Integer> met = new TreeMap<>();
        for (long seed = 1; seed <= ALWAYS; seed++) {
            simulation
                    .faults(any -> FaultPlan.exactly(NOWHERE))
                    .replay(seed, Guarantee.EXACTLY_ONCE)
                    .places()
                    .forEach((place, times) -> met.merge(place, 1, Integer::sum));
        }
        met.values().removeIf(runs -> runs < leastRuns);
        List<ExactFault> points = new ArrayList<>();
        met.forEach((place, runs) -> {
            points.add(new ExactFault(FaultAction.CRASH, place, 1));
            if (place.contains(".")) {
                points.add(new ExactFault(FaultAction.CRASH_AFTER, place, 1));
            }
            if (place.equals("disk.APPEND")) {
                points.add(new ExactFault(FaultAction.CRASH_PART_WAY, place, 1));
                points.add(new ExactFault(FaultAction.POWER_LOSS, place, 1));
            }
        });
        return points;
    }

    private static Set<ProtocolStep> steps(List<ExactFault> points) {
        return points.stream()
                .map(ExactFault::at)
                .filter(place -> !place.contains("."))
                .map(ProtocolStep::valueOf)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ProtocolStep.class)));
    }

    /** But for the steps that a run may or may not take by itself. */
    private static Set<String> missed(List<ExactFault> points, CampaignResult result) {
        Set<String> missed = new TreeSet<>();
        for (ExactFault point : points) {
            boolean always =
                    NOT_BY_THEMSELVES.stream().noneMatch(step -> step.name().equals(point.at()));
            if (always && !result.faultsAt().containsKey(point.action() + " " + point.at())) {
                missed.add(point.toString());
            }
        }
        return missed;
    }
}
