package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.Trial.Odds;
import io.staunch.testkit.simulation.oracle.Expectation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.FaultRecording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a pipeline again and again in simulated worlds, each from a seed, with crashes, standstills and outside systems that misbehave,
 * and compares what it commits with what it must. An immutable value: every method returns a changed copy.
 *
 * <pre>{@code
 * Simulation.of(AirportDelaysJob::pipeline)
 *         .feed("flights", flights, Flight::origin)
 *         .capture("totals")
 *         .seeds(500)
 *         .expectExactlyOnce();
 * }</pre>
 *
 * <p>What must come out is what runs without faults give, or what {@link #expect} says. A seed and this description are a whole run.
 */
public final class Simulation {
    private final Setup setup;
    private final Campaign campaign;
    private final List<Fault> faults;
    private final SeedChoice choice;

    private Simulation(Setup setup, Campaign campaign, List<Fault> faults, SeedChoice choice) {
        this.setup = setup;
        this.campaign = campaign;
        this.faults = faults;
        this.choice = choice;
    }

    Simulation(Setup setup, Campaign campaign) {
        this(setup, campaign, List.of(), SeedChoice.NONE);
    }

    /** Simulates a pipeline with the runner and the outside systems that are on the class path. */
    public static Simulation of(Supplier<Pipeline> pipeline) {
        return new Simulation(Setup.of(pipeline), Campaign.DEFAULT);
    }

    /**
     * The same with a pipeline that is given as it is and run again and again. Its functions are then shared by all processes and runs, as they
     * never are in real ones: give a supplier if any of them holds something that it changes.
     */
    public static Simulation of(Pipeline pipeline) {
        return of(() -> pipeline);
    }

    /** Simulates a pipeline over an outside of one's own, which each run has for itself. */
    public static <W> Simulation of(OwnOutside<W> outside, Function<? super W, Pipeline> pipeline) {
        Setup setup = Setup.of(() -> outside.open(pipeline).pipeline().get());
        return new Simulation(
                setup.own(() -> outside.open(pipeline), outside.watches().keySet()), Campaign.DEFAULT);
    }

    /** Simulates with that engine. */
    public Simulation runner(Runner runner) {
        return with(setup.runner(runner));
    }

    /** Changes the settings that a seed chooses, for each process. */
    public Simulation settings(UnaryOperator<Settings> change) {
        return with(setup.settings(change));
    }

    /** Adds a kind of outside system. */
    public Simulation outside(OutsideKind kind) {
        return with(setup.outside(kind));
    }

    /** Has this kind of outside system and no others. */
    public Simulation only(OutsideKind kind) {
        return with(setup.only(kind));
    }

    /** What a source finds to read, in this order for each lane. */
    public <T> Simulation feed(String source, List<T> records, Function<? super T, ?> lane) {
        List<Fed> fed = new ArrayList<>();
        for (T record : records) {
            Object of = lane.apply(record);
            if (of == null) {
                throw new IllegalArgumentException("the lane of record " + fed.size() + " for source '" + source
                        + "' is null: " + record + "; a lane is what shares a partition, so give each record one");
            }
            fed.add(new Fed(of, record));
        }
        return with(setup.feed(source, fed));
    }

    /** What a source finds to read, all in this order on one partition. */
    public Simulation feed(String source, List<?> records) {
        return feed(source, records, r -> "");
    }

    /** Judges what this sink commits. */
    public Simulation capture(String sink) {
        return with(setup.capture(sink));
    }

    /**
     * The same with a key for its records, where a simulated sink stands in for the pipeline's own: what has an equal key must come in order.
     * A sink that a simulated outside knows has keys of its own.
     */
    @SuppressWarnings("unchecked") // the records of the sink, as the caller says
    public <T> Simulation capture(String sink, KeyFunction<? super T, ?> key) {
        return with(setup.capture(sink).key(sink, (KeyFunction<Object, @Nullable Object>) key));
    }

    /** What a captured sink must commit, instead of what runs without faults do. */
    public Simulation expect(String sink, Iterable<Output> outputs) {
        return with(campaign.expect(sink, Expectation.of(outputs)));
    }

    /**
     * What a captured sink must commit, computed from what a source is fed with. To be called after {@link #feed}.
     *
     * @param function plain and simple: that is what the pipeline is compared with
     */
    @SuppressWarnings("unchecked") // the records of the source, as the caller says
    public <T> Simulation expect(String sink, String source, Function<? super List<T>, List<Output>> function) {
        List<Fed> fed = setup.feeds().get(source);
        if (fed == null) {
            throw new IllegalArgumentException("what sink '" + sink + "' must commit is computed from source '" + source
                    + "', which is not fed yet: feed it first; fed are "
                    + setup.feeds().keySet());
        }
        return expect(
                sink, function.apply((List<T>) fed.stream().map(Fed::value).toList()));
    }

    /**
     * What all captured sinks must commit, instead of what runs without faults do, computed from what each source finds: so it is known also
     * for fewer records.
     */
    public Simulation compute(Function<Map<String, List<Fed>>, Map<String, List<Output>>> expected) {
        return new Simulation(setup, campaign.compute(feeds -> {
            Map<String, Expectation> all = new TreeMap<>();
            expected.apply(feeds).forEach((sink, outputs) -> all.put(sink, Expectation.of(outputs)));
            return all;
        }));
    }

    /** What must come out is what runs without faults of another simulation give, when it is fed with the same records. */
    public Simulation expectLike(Simulation other) {
        return with(campaign.like(other.setup));
    }

    /** Feeds only the first records of each source, at most so many. */
    public Simulation first(int records) {
        if (records < 0) {
            throw new IllegalArgumentException("first(" + records + "): a number of records is 0 or more");
        }
        return with(setup.first(records));
    }

    /**
     * Gives every process this parallelism and so many workers, instead of what the seed chooses. To be called after {@link #settings},
     * which has the last word.
     */
    public Simulation parallelism(int tasks, int workers) {
        return with(setup.parallelism(tasks, workers));
    }

    /** The faults of each seed; by chance if not said otherwise. */
    public Simulation faults(LongFunction<FaultPlan> plans) {
        return new Simulation(setup.plans(plans), campaign, List.of(), choice);
    }

    /**
     * These faults by name in every run, one after the other, and no others.
     *
     * @throws IllegalArgumentException from the methods that run, if no run meets one of the places
     */
    public Simulation faults(Fault... named) {
        return new Simulation(setup, campaign, List.of(named), choice)
                .with(setup.plans(seed -> new NamedFaults(List.of(named)).plan()));
    }

    /** No faults at all. */
    public Simulation withoutFaults() {
        return faults();
    }

    /** What whoever runs the tests says about seeds, over what {@link #seeds} and {@link #from} say. */
    public Simulation choice(SeedChoice seeds) {
        return new Simulation(setup, campaign, faults, seeds);
    }

    /** How long a run may go on. */
    public Simulation bounds(Bounds bounds) {
        return with(setup.bounds(bounds));
    }

    /** The job ends by itself, since every source does, and need not be asked to stop. */
    public Simulation finishes() {
        return with(setup.finishing());
    }

    /** How many seeds. */
    public Simulation seeds(int count) {
        return with(campaign.seeds(count));
    }

    /** The first seed. */
    public Simulation from(long seed) {
        return with(campaign.from(seed));
    }

    /** How many runs go on at once; the number of processors if not said otherwise. */
    public Simulation threads(int count) {
        return with(campaign.threads(count));
    }

    /** Runs all seeds. */
    public CampaignResult run(Guarantee guarantee) {
        Campaign chosen = chosen(new NamedFaults(faults));
        return chosen.run(setup, chosen.expected(setup), guarantee, run -> {});
    }

    private Campaign chosen(NamedFaults named) {
        requireJudgement();
        Campaign chosen = choice.applyTo(campaign);
        named.requireKnown(setup, chosen.from());
        return chosen;
    }

    /** A run is over when all has come that must; if that is nothing, it is over before any fault, and passes whatever the pipeline does. */
    private static void requireOutput(Map<String, Expectation> expected) {
        if (expected.values().stream().allMatch(expectation -> expectation.size() == 0)) {
            throw new IllegalArgumentException("nothing has to come out at " + expected.keySet()
                    + ", so each run would end before it begins and nothing would be tested: feed records that bring output."
                    + " If they should: does a filter drop them all; and with event time, has every partition records (feed by lanes)"
                    + ", and is there a record late enough for the last timers to fire");
        }
    }

    /** A simulation that judges nothing can't fail. */
    private void requireJudgement() {
        if (setup.captures().isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing is judged: name a sink with capture(name), or watch an outside of your own");
        }
    }

    /** Runs one seed. */
    public RunResult replay(long seed, Guarantee guarantee) {
        return new SimulationRun(setup, new OracleJudge(campaign.expected(setup), guarantee), seed).run();
    }

    /** The faults that a seed's run meets, as exact ones: with them the seed's run is the same, and any of them can be left out. */
    public FaultPlan exactFaults(long seed, Guarantee guarantee) {
        var run = new SimulationRun(setup, new OracleJudge(campaign.expected(setup), guarantee), seed);
        FaultRecording recording = run.record();
        var unused = run.run();
        return Odds.of(setup.plans().apply(seed), !run.spent()).around(recording.exact());
    }

    /**
     * Makes a failing run small: fewer faults, fewer records, less parallelism, so that what remains can be read and made into a test.
     *
     * @throws IllegalArgumentException if the seed does not fail
     */
    public Shrunk shrink(long seed, Guarantee guarantee) {
        return new Shrinker(setup, campaign, guarantee, seed).shrink();
    }

    /** @throws AssertionError with the reports of the first failures, if any output was lost, repeated or out of order */
    public CampaignResult expectExactlyOnce() {
        return expect(Guarantee.EXACTLY_ONCE);
    }

    /** @throws AssertionError with the reports of the first failures, if any output was lost */
    public CampaignResult expectAtLeastOnce() {
        return expect(Guarantee.AT_LEAST_ONCE);
    }

    /** @throws AssertionError with the reports of the first failures, if any output was repeated */
    public CampaignResult expectAtMostOnce() {
        return expect(Guarantee.AT_MOST_ONCE);
    }

    private CampaignResult expect(Guarantee guarantee) {
        var named = new NamedFaults(faults);
        Campaign chosen = chosen(named);
        Map<String, Expectation> expected = chosen.expected(setup);
        requireOutput(expected);
        chosen.wrongWithoutFaults(setup, expected, guarantee).ifPresent(run -> {
            throw new AssertionError(guarantee.text()
                    + " does not hold, already without faults: what comes out is not what expect(...) says:\n"
                    + run.report(Campaign.REPLAY_WITHOUT_FAULTS));
        });
        CampaignResult result = chosen.run(setup, expected, guarantee, named::see);
        if (!result.passed()) {
            throw new AssertionError(guarantee.text() + " does not hold:\n" + result.text(choice.replay())
                    + small(result.failed().get(0).seed(), guarantee));
        }
        String missing = choice.only().isPresent() ? null : named.missing(result.runs());
        if (missing != null) {
            throw new AssertionError(missing);
        }
        return result;
    }

    private String small(long seed, Guarantee guarantee) {
        try {
            return shrink(seed, guarantee).toString();
        } catch (IllegalStateException | IllegalArgumentException e) {
            return "seed " + seed + " can't be made small: " + e.getMessage();
        }
    }

    private Simulation with(Setup changed) {
        return new Simulation(changed, campaign, faults, choice);
    }

    private Simulation with(Campaign changed) {
        return new Simulation(setup, changed, faults, choice);
    }

    /** What every captured sink must commit: what was given, or what runs without faults do. */
    public Map<String, Expectation> expected() {
        requireJudgement();
        Map<String, Expectation> expected = campaign.expected(setup);
        requireOutput(expected);
        return expected;
    }

    /** What runs without faults give, by sink. */
    public Map<String, List<Output>> reference() {
        return campaign.reference(setup, 0);
    }
}
