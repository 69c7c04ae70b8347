package io.staunch.cli.simulate;

import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import io.staunch.files.testkit.FilesBeside;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.simulation.DatabaseBeside;
import io.staunch.kafka.testkit.simulated.KafkaConnectors;
import io.staunch.testkit.simulation.Aim;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Connectors;
import io.staunch.testkit.simulation.random.LogConnectors;
import io.staunch.testkit.simulation.random.RandomCases;
import io.staunch.testkit.simulation.world.Chance;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** What is simulated. */
enum SimulatedJob {
    /** All others but that with a database in turn. */
    ANY {
        @Override
        LongFunction<Case> cases(Set<String> only) {
            LongUnaryOperator seldom = seed -> Math.floorDiv(seed, TURNS);
            LongFunction<Case> main = mainJob(seldom, this::replay, only);
            LongFunction<Case> kafka = new RandomCases(SimulatedJob::kafka, seldom, this::replay, only);
            LongFunction<Case> log = new RandomCases(
                    SimulatedJob::log,
                    seed -> Math.floorDiv(seed, TURNS) * (TURNS - 2) + Math.floorMod(seed, TURNS) - 2,
                    this::replay,
                    only);
            return seed -> switch ((int) Math.floorMod(seed, (long) TURNS)) {
                case 0 -> main.apply(seed);
                case 1 -> kafka.apply(seed);
                default -> log.apply(seed);
            };
        }
    },
    /** The job of the demo, over simulated Kafka. */
    MAIN {
        @Override
        LongFunction<Case> cases(Set<String> only) {
            return mainJob(LongUnaryOperator.identity(), this::replay, only);
        }
    },
    /** Random pipelines over simulated Kafka. */
    RANDOM_KAFKA {
        @Override
        LongFunction<Case> cases(Set<String> only) {
            return new RandomCases(SimulatedJob::kafka, LongUnaryOperator.identity(), this::replay, only);
        }
    },
    /** Random pipelines over the simulated log. */
    RANDOM_LOG {
        @Override
        LongFunction<Case> cases(Set<String> only) {
            return new RandomCases(SimulatedJob::log, LongUnaryOperator.identity(), this::replay, only);
        }
    },
    /** Random pipelines over the simulated log, with a database beside it. */
    RANDOM_JDBC {
        @Override
        LongFunction<Case> cases(Set<String> only) {
            return new RandomCases(SimulatedJob::database, LongUnaryOperator.identity(), this::replay, only);
        }
    };

    private static final int TURNS = 5;
    private static final int RECORDS = 200;

    /**
     * The case of each seed.
     *
     * @param only pairs of crash points that deaths are aimed at; empty for all
     */
    abstract LongFunction<Case> cases(Set<String> only);

    String replay(long seed) {
        return "./staunch simulate --pipeline " + this + " --seeds 1 --from " + seed;
    }

    private static Connectors kafka(Chance chance) {
        return new FilesBeside(new KafkaConnectors(chance), chance);
    }

    private static Connectors log(Chance chance) {
        return new FilesBeside(new LogConnectors(), chance);
    }

    private static Connectors database(Chance chance) {
        return new DatabaseBeside(log(chance), chance);
    }

    private static LongFunction<Case> mainJob(LongUnaryOperator turn, LongFunction<String> replay, Set<String> only) {
        Simulation job = Simulation.of(() -> AirportDelaysJob.pipeline("simulated:9092"))
                .feed("flights", Flights.sample(RECORDS), Flight::origin)
                .capture("totals");
        Map<String, List<Output>> right = job.reference();
        var aim = new Aim(new Aim.Places(true, false, false, KafkaConnectors.callsOfALead()), only);
        Simulation judged = job.expect("totals", right.getOrDefault("totals", List.of()))
                .faults(seed -> aim.everySecond(turn.applyAsLong(seed), Chance.of(seed, "plan")));
        return seed -> new Case(judged, Guarantee.EXACTLY_ONCE, "the main job", replay.apply(seed));
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
