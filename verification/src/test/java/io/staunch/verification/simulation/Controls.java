package io.staunch.verification.simulation;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.simulated.SimulatedKafkaKind;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.util.Optional;

/** The broken protocols as simulations. */
final class Controls {
    static final int MOST_SEEDS = 1_000;
    private static final int FLIGHTS = 200;
    private static final int AT_ONCE = 20;

    private Controls() {}

    /** What must come out is what the right protocol gives, since some are wrong even without faults. */
    static Simulation broken(Break how) {
        return wrong(how).bounds(new Bounds(20_000, 30_000)).expectLike(right(how));
    }

    /** The first run that fails from that seed on, among {@link #MOST_SEEDS}. */
    static Optional<RunResult> firstFound(Simulation simulation, long from) {
        for (long seed = from; seed < from + MOST_SEEDS; seed += AT_ONCE) {
            var failed = simulation
                    .from(seed)
                    .seeds(AT_ONCE)
                    .run(Guarantee.EXACTLY_ONCE)
                    .failed();
            if (!failed.isEmpty()) {
                return Optional.of(failed.get(0));
            }
        }
        return Optional.empty();
    }

    private static Simulation wrong(Break how) {
        LogSource<Flight> source = new LogSource<>("flights", Flight.class);
        LogLead<Departures> sink = new LogLead<>("totals", Departures::origin);
        return switch (how) {
            case COMMIT_BEFORE_DURABLE,
                    READ_BEFORE_FENCE,
                    COMMIT_SWALLOWED,
                    EMPTY_INTERVAL_NOT_ENTERED,
                    FLUSH_SKIPPED -> Running.simulation(source, new BrokenLead<>(sink, how), FLIGHTS);
            case POSITION_AHEAD -> Running.simulation(new BrokenSource<>(source, 1), sink, FLIGHTS);
            case POSITION_BEHIND -> Running.simulation(new BrokenSource<>(source, -1), sink, FLIGHTS);
            case NO_SYNC, NO_LOOK -> Running.simulation(source, sink, FLIGHTS).runner(new BrokenRunner(how));
            case CHANGES_DROPPED, CAPTURE_SEES_LATER ->
                Running.simulation(source, sink, FLIGHTS)
                        .settings(settings -> settings.stateBackend(
                                (kind, key, keyGroups, range) -> new BrokenBackend(how, kind, key, keyGroups, range)));
            case TIMER_DROPPED ->
                Sensors.simulation(FLIGHTS)
                        .settings(settings -> settings.stateBackend(
                                (kind, key, keyGroups, range) -> new BrokenBackend(how, kind, key, keyGroups, range)));
            case WATERMARK_NOT_RESTORED -> Sensors.simulation(FLIGHTS, ForgetfulKernel::new);
            case NO_ALIGNMENT -> Running.simulation(source, sink, FLIGHTS, Guarantee.AT_LEAST_ONCE);
            case NO_FENCE -> onKafka("");
            case HALF_A_FENCE -> onKafka("-1");
        };
    }

    private static Simulation right(Break how) {
        if (how == Break.TIMER_DROPPED || how == Break.WATERMARK_NOT_RESTORED) {
            return Sensors.simulation(FLIGHTS);
        }
        boolean kafka = how == Break.NO_FENCE || how == Break.HALF_A_FENCE;
        return kafka ? Running.onKafka(FLIGHTS) : Running.onTheLog(FLIGHTS);
    }

    private static Simulation onKafka(String ids) {
        return Running.onKafka(FLIGHTS)
                .only(new SimulatedKafkaKind((process, clients) -> new BrokenClients(clients, process.name(), ids)));
    }

    private record BrokenRunner(Break how) implements Runner {
        @Override
        public Job launch(Pipeline pipeline, Settings settings, Environment environment) {
            return new EmbeddedRunner().launch(pipeline, settings, new BrokenDisk(environment, how));
        }

        @Override
        public Environment environment() {
            throw new UnsupportedOperationException("runs in simulations only");
        }
    }
}
