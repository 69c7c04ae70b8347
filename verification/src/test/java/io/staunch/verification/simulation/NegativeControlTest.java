package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulation that misses a broken protocol proves nothing of a right one. */
class NegativeControlTest {
    private static final int MOST_SEEDS = 1_000;
    private static final int FLIGHTS = 200;

    @ParameterizedTest
    @EnumSource
    void everyBrokenProtocolIsFound(Break how) {
        List<RunResult> found = new ArrayList<>();
        Simulation simulation = broken(how)
                .bounds(new Bounds(20_000, 30_000))
                .expect("totals", unbroken(how).reference().getOrDefault("totals", List.of()));
        for (int seed = 1; seed <= MOST_SEEDS && found.isEmpty(); seed += 20) {
            found.addAll(
                    simulation.from(seed).seeds(20).run(Guarantee.EXACTLY_ONCE).failed());
        }
        assertThat(found).as("seeds that find " + how).isNotEmpty();
        System.out.println(how + " is found by seed " + found.get(0).seed() + ": "
                + found.get(0).violations().get(0));
    }

    private static Simulation broken(Break how) {
        LogSource<Flight> source = new LogSource<>("flights", Flight.class);
        LogLead<Departures> sink = new LogLead<>("totals", Departures::origin);
        return switch (how) {
            case TIMER_DROPPED ->
                Sensors.simulation(FLIGHTS)
                        .settings(settings -> settings.stateBackend(
                                (kind, key, keyGroups, range) -> new BrokenBackend(how, kind, key, keyGroups, range)));
            case WATERMARK_NOT_RESTORED -> Sensors.simulation(FLIGHTS, ForgetfulKernel::new);
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
            case NO_ALIGNMENT -> Running.simulation(source, sink, FLIGHTS, Guarantee.AT_LEAST_ONCE);
            case NO_FENCE -> onKafka("");
            case HALF_A_FENCE -> onKafka("-1");
        };
    }

    /** What must come out is what the right protocol gives, since some are wrong even without faults. */
    private static Simulation unbroken(Break how) {
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
