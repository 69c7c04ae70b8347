package io.staunch.testkit.simulation;

import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.oracle.Expectation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which seeds are run, and by what they are judged.
 *
 * @param from the first seed
 * @param seeds how many
 * @param threads how many runs go on at once
 * @param given what must come out, by sink; for the other sinks it is what runs without faults give
 * @param computed says what must come out of which records, at every sink; null if nobody computes it
 * @param like whose runs without faults say what must come out, fed with the same records; null for those of what is simulated
 */
record Campaign(
        long from,
        int seeds,
        int threads,
        Map<String, Expectation> given,
        @Nullable Setup like,
        @Nullable Function<Map<String, List<Fed>>, Map<String, Expectation>> computed) {
    /** A run without faults has no seed that anybody has chosen. */
    static final String REPLAY_WITHOUT_FAULTS =
            "the same test again; this run has no faults and comes before all seeds";

    static final Campaign DEFAULT =
            new Campaign(1, 100, Runtime.getRuntime().availableProcessors(), Map.of(), null, null);

    Campaign {
        given = Map.copyOf(given);
        if (seeds < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "seeds and threads must be at least 1, were " + seeds + " and " + threads);
        }
    }

    Campaign seeds(int count) {
        return new Campaign(from, count, threads, given, like, computed);
    }

    Campaign from(long seed) {
        return new Campaign(seed, seeds, threads, given, like, computed);
    }

    Campaign threads(int count) {
        return new Campaign(from, seeds, count, given, like, computed);
    }

    Campaign expect(String sink, Expectation expectation) {
        var more = new TreeMap<>(given);
        more.put(sink, expectation);
        return new Campaign(from, seeds, threads, more, like, computed);
    }

    Campaign like(Setup other) {
        return new Campaign(from, seeds, threads, given, other, computed);
    }

    Campaign compute(Function<Map<String, List<Fed>>, Map<String, Expectation>> from) {
        return new Campaign(this.from, seeds, threads, given, like, from);
    }

    CampaignResult run(Setup setup, Map<String, Expectation> expected, Guarantee guarantee, Consumer<RunResult> each) {
        return new Seeds(from, seeds, threads, null)
                .run(
                        seed -> new SimulationRun(setup, new OracleJudge(expected, guarantee), seed).run(),
                        each,
                        soFar -> {});
    }

    /**
     * What was given as expected, held against a run without faults: a wrong expectation is told as such, and one that leaves out what comes
     * last is found, for which a run with faults does not wait.
     */
    Optional<RunResult> wrongWithoutFaults(Setup setup, Map<String, Expectation> expected, Guarantee guarantee) {
        if (given.isEmpty()) {
            return Optional.empty();
        }
        RunResult run = new SimulationRun(
                        setup.plans(s -> FaultPlan.none()),
                        new QuietJudge(new OracleJudge(expected, guarantee)),
                        from - 1)
                .run();
        return run.passed() ? Optional.empty() : Optional.of(run);
    }

    /** What every captured sink must commit. */
    Map<String, Expectation> expected(Setup setup) {
        for (String sink : given.keySet()) {
            if (!setup.captures().contains(sink)) {
                throw new IllegalArgumentException("what must come out at '" + sink
                        + "' is said, but it is not captured, and nothing would be compared with it: add capture(\""
                        + sink
                        + "\"), or mend the name; captured are " + setup.captures());
            }
        }
        Map<String, Expectation> expected = new TreeMap<>(given);
        if (computed != null) {
            expected.putAll(computed.apply(setup.feeds()));
        }
        if (expected.keySet().containsAll(setup.captures())) {
            return expected;
        }
        Setup model = like == null ? setup : like.fedLike(setup);
        Map<String, List<Output>> one = reference(model, from - 1);
        Map<String, List<Output>> two = reference(model, from - 2);
        for (String sink : setup.captures()) {
            Expectation first = Expectation.of(one.getOrDefault(sink, List.of()));
            Expectation second = Expectation.of(two.getOrDefault(sink, List.of()));
            if (!first.same(second)) {
                throw new IllegalArgumentException("two runs without faults give different output at sink '" + sink
                        + "', for example for key " + first.firstDifference(second)
                        + ": the pipeline is not deterministic, so say what must come out with expect(...); if it was meant to"
                        + " be, look for a function that keeps something in a field or a static, reads the clock or"
                        + " random numbers, or for values whose class has no equals");
            }
            expected.putIfAbsent(sink, first);
        }
        return expected;
    }

    Map<String, List<Output>> reference(Setup setup, long seed) {
        var recorder = new Recorder();
        RunResult run = new SimulationRun(setup.plans(s -> FaultPlan.none()), recorder, seed).run();
        if (!run.passed()) {
            throw new IllegalStateException(
                    "a run without faults has failed:\n" + unfed(setup) + run.report(REPLAY_WITHOUT_FAULTS));
        }
        return recorder.outputs();
    }

    private static String unfed(Setup setup) {
        if (setup.own() != null) {
            return "";
        }
        List<String> unfed = Parts.names(setup.pipeline().get(), Node.Kind.SOURCE).stream()
                .filter(source -> !setup.feeds().containsKey(source))
                .toList();
        return unfed.isEmpty()
                ? ""
                : "  sources that are not fed: " + unfed + "; feed(name, records) if they have to read something\n";
    }
}
