package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.testkit.simulation.Outside.Fed;
import io.staunch.testkit.simulation.world.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Everything about a run but its seed and its judge.
 *
 * @param pipeline makes the pipeline, once for each process
 * @param runner the engine
 * @param settings changes the settings that the seed has chosen
 * @param outsides the systems that sources and sinks use
 * @param feeds what goes in, by source
 * @param captures the sinks whose output is judged
 * @param plans the faults of each seed
 * @param bounds how long a run may go on
 */
record Setup(
        Supplier<Pipeline> pipeline,
        Runner runner,
        UnaryOperator<Settings> settings,
        List<OutsideKind> outsides,
        Map<String, List<Fed>> feeds,
        List<String> captures,
        LongFunction<FaultPlan> plans,
        Bounds bounds) {
    Setup {
        outsides = List.copyOf(outsides);
        captures = List.copyOf(captures);
    }

    Setup plans(LongFunction<FaultPlan> newPlans) {
        return new Setup(pipeline, runner, settings, outsides, feeds, captures, newPlans, bounds);
    }
}
