package io.staunch.testkit.simulation;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.oracle.Expectation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which seeds are run, and by what they are judged.
 *
 * @param from the first seed
 * @param seeds how many
 * @param threads how many runs go on at once
 * @param given what must come out, by sink; for the other sinks it is what runs without faults give
 * @param like whose runs without faults say what must come out, fed with the same records; null for those of what is simulated
 */
record Campaign(
        long from,
        int seeds,
        int threads,
        Map<String, Expectation> given,
        @Nullable Setup like) {
    static final Campaign DEFAULT = new Campaign(1, 100, Runtime.getRuntime().availableProcessors(), Map.of(), null);
    private static final int RUN_TWICE_EVERY = 100;
    private static final int ENOUGH_FAILURES = 20;

    Campaign {
        given = Map.copyOf(given);
        if (seeds < 1 || threads < 1) {
            throw new IllegalArgumentException(
                    "seeds and threads must be at least 1, were " + seeds + " and " + threads);
        }
    }

    Campaign seeds(int count) {
        return new Campaign(from, count, threads, given, like);
    }

    Campaign from(long seed) {
        return new Campaign(seed, seeds, threads, given, like);
    }

    Campaign threads(int count) {
        return new Campaign(from, seeds, count, given, like);
    }

    Campaign expect(String sink, Expectation expectation) {
        var more = new TreeMap<>(given);
        more.put(sink, expectation);
        return new Campaign(from, seeds, threads, more, like);
    }

    Campaign like(Setup other) {
        return new Campaign(from, seeds, threads, given, other);
    }

    CampaignResult run(Setup setup, Guarantee guarantee, Consumer<RunResult> each) {
        Map<String, Expectation> expected = expected(setup);
        var count = new CampaignCount(from);
        var next = new AtomicLong(from);
        Runnable worker = () -> {
            for (long seed = next.getAndIncrement();
                    seed < from + seeds && count.failures() < ENOUGH_FAILURES;
                    seed = next.getAndIncrement()) {
                RunResult run = runOne(setup, expected, guarantee, seed);
                count.add(run);
                each.accept(run);
            }
        };
        inThreads(worker);
        return count.result();
    }

    /** What every captured sink must commit. */
    Map<String, Expectation> expected(Setup setup) {
        Map<String, Expectation> expected = new TreeMap<>(given);
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
            throw new IllegalStateException("a run without faults has failed:\n" + run.report());
        }
        return recorder.outputs();
    }

    private static RunResult runOne(Setup setup, Map<String, Expectation> expected, Guarantee guarantee, long seed) {
        RunResult run = new SimulationRun(setup, new OracleJudge(expected, guarantee), seed).run();
        if (seed % RUN_TWICE_EVERY != 0) {
            return run;
        }
        RunResult again = new SimulationRun(setup, new OracleJudge(expected, guarantee), seed).run();
        return run.hash() == again.hash()
                ? run
                : run.and(
                        "the seed does not reproduce the run: something in it depends on more than the seed (threads, clocks, identity"
                                + " hash codes, shared state)");
    }

    private void inThreads(Runnable worker) {
        if (threads == 1) {
            worker.run();
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = IntStream.range(0, threads)
                    .<Future<?>>mapToObj(i -> pool.submit(worker))
                    .toList();
            for (Future<?> each : running) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the campaign was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run could not be carried out: " + e.getCause(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
