package io.staunch.testkit.simulation.random;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.Aim;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.Chance;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** A random pipeline for each seed, every second one with deaths that are aimed at pairs of crash points. */
public final class RandomCases implements LongFunction<Case> {
    private final Function<Chance, Connectors> connectors;
    private final LongUnaryOperator turn;
    private final LongFunction<String> replay;
    private final Set<String> only;
    private final Map<Aim.Places, Aim> aims = new ConcurrentHashMap<>();

    /**
     * @param connectors makes those of a pipeline, with choices of their own
     * @param turn the place of a seed among the seeds that these cases are for, so that aimed ones follow each other without gaps
     * @param replay the command that runs a seed again
     */
    public RandomCases(Function<Chance, Connectors> connectors, LongUnaryOperator turn, LongFunction<String> replay) {
        this(connectors, turn, replay, Set.of());
    }

    /** @param only pairs of crash points, see {@link Aim} */
    public RandomCases(
            Function<Chance, Connectors> connectors,
            LongUnaryOperator turn,
            LongFunction<String> replay,
            Set<String> only) {
        this.only = Set.copyOf(only);
        this.turn = turn;
        this.connectors = connectors;
        this.replay = replay;
    }

    @Override
    public Case apply(long seed) {
        var pipeline = RandomPipeline.of(seed, connectors.apply(Chance.of(seed, "connectors")));
        Simulation simulation = pipeline.simulation();
        if (pipeline.guarantee() == Guarantee.EXACTLY_ONCE) {
            Aim aim = aims.computeIfAbsent(pipeline.places(), places -> new Aim(places, only));
            simulation = simulation.faults(s -> aim.everySecond(turn.applyAsLong(s), Chance.of(s, "plan")));
        }
        return new Case(simulation, pipeline.guarantee(), pipeline, replay.apply(seed));
    }
}
