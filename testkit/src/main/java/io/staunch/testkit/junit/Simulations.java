package io.staunch.testkit.junit;

import io.staunch.Pipeline;
import io.staunch.testkit.simulation.OwnOutside;
import io.staunch.testkit.simulation.SeedChoice;
import io.staunch.testkit.simulation.Simulation;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the simulations of one test. Whoever runs the test can choose their seeds: see {@link SimulationExtension}.
 *
 * <pre>{@code
 * @Test
 * void nothingLostNothingTwice(Simulations simulations) {
 *     simulations.of(() -> AirportDelaysJob.pipeline("simulated:9092"))
 *             .feed("flights", Flights.sample(1_000), Flight::origin)
 *             .capture("totals")
 *             .seeds(500)
 *             .expectExactlyOnce();
 * }
 * }</pre>
 */
public final class Simulations {
    private final SeedChoice choice;

    Simulations(SeedChoice choice) {
        this.choice = choice;
    }

    /** See {@link Simulation#of(Supplier)}. */
    public Simulation of(Supplier<Pipeline> pipeline) {
        return Simulation.of(pipeline).choice(choice);
    }

    /** See {@link Simulation#of(Pipeline)}. */
    public Simulation of(Pipeline pipeline) {
        return Simulation.of(pipeline).choice(choice);
    }

    /** See {@link Simulation#of(OwnOutside, Function)}. */
    public <W> Simulation of(OwnOutside<W> outside, Function<? super W, Pipeline> pipeline) {
        return Simulation.of(outside, pipeline).choice(choice);
    }
}
