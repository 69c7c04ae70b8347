package io.staunch.verification.simulation;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.simulated.SimulatedKafkaKind;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.statebackend.file.FileCheckpointStore;
import io.staunch.store.CheckpointStore;
import io.staunch.testkit.outside.LogLead;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.outside.TableUpsert;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The broken protocols as simulations. */
final class Controls {
    static final int MOST_SEEDS = 1_000;
    private static final int FLIGHTS = 200;
    private static final int AT_ONCE = 20;
    private static final int MOST_FAILURES = 10;
    private static final double DISK_ERROR = 0.03;

    private Controls() {}

    /** What must come out is what the right protocol gives, since some are wrong even without faults. */
    static Simulation broken(Break how) {
        return inConditions(how, wrong(how)).bounds(new Bounds(20_000, 30_000)).expectLike(right(how));
    }

    /** What a broken protocol needs so that it is not by luck that it is found; the right one must pass there. */
    static Simulation inConditions(Break how, Simulation simulation) {
        return how == Break.OPENED_BEFORE_DURABLE ? onAFailingDisk(simulation) : simulation;
    }

    /** Checkpoints fail often, and the job goes on in the same attempt after each of them. */
    private static Simulation onAFailingDisk(Simulation simulation) {
        return simulation
                .settings(settings -> settings.toleratedFailures(MOST_FAILURES))
                .faults(seed -> failing(FaultPlan.byChance(Chance.of(seed, "plan"))));
    }

    private static FaultPlan failing(FaultPlan plan) {
        return new FaultPlan(plan.process(), plan.call(), DISK_ERROR, plan.recovery(), plan.most(), plan.exact());
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
                    OPENED_BEFORE_DURABLE,
                    FLUSH_SKIPPED -> Running.simulation(source, new BrokenLead<>(sink, how), FLIGHTS);
            case POSITION_AHEAD -> Running.simulation(new BrokenSource<>(source, 1), sink, FLIGHTS);
            case SETTLED_TOO_EARLY ->
                Running.simulation(new HastySource<>(source.deletingWhatHasSettled()), sink, FLIGHTS);
            case POSITION_BEHIND -> Running.simulation(new BrokenSource<>(source, -1), sink, FLIGHTS);
            case NO_SYNC,
                    NO_LOOK,
                    LOOK_BEFORE_APPEND,
                    TORN_TAIL_ACCEPTED,
                    COLLECTED_TOO_EARLY,
                    CHANGES_DROPPED,
                    CAPTURE_SEES_LATER,
                    ACKNOWLEDGED_BEFORE_CAPTURE -> beneath(how, Running.simulation(source, sink, FLIGHTS));
            case TIMER_DROPPED -> beneath(how, Sensors.simulation(FLIGHTS));
            case PANE_COUNTED_TWICE -> beneath(how, WindowedSensors.simulation(FLIGHTS));
            case FREED_TOO_EARLY -> beneath(how, Shop.simulation(FLIGHTS));
            case COPY_NOT_RESTORED -> beneath(how, onSeveralTasks(Rulebook.simulation(FLIGHTS)));
            case WATERMARK_NOT_RESTORED -> Sensors.simulation(FLIGHTS, ForgetfulKernel::new);
            case NO_ALIGNMENT -> Running.simulation(source, sink, FLIGHTS, Guarantee.AT_LEAST_ONCE);
            case NO_FENCE -> onKafka("");
            case HALF_A_FENCE -> onKafka("-1");
            case UNFENCED_UPSERT ->
                Running.simulation(source, new Unfenced<>(new TableUpsert<>("totals", Departures::origin)), FLIGHTS);
            case ROW_NOT_CHECKED, ROW_FENCE_NOT_CHECKED, ENTRY_BEHIND_ITS_RECORDS, COPY_CUT_OFF ->
                Followers.simulation(
                        FLIGHTS,
                        Map.of("totals", new BrokenFollower<>(Followers.table("totals", Protection.LEDGER), how)));
            case COMMITTED_WHEN_PREPARED, STRAYS_LEFT, DROPPED_TAKEN_FOR_COMMITTED ->
                Followers.simulation(
                        FLIGHTS, Map.of("totals", new BrokenTwoPhaseCommit<>(Followers.prepared("totals", true), how)));
            case TOKENS_NOT_KEPT -> beneath(how, Followers.preparedAlone(FLIGHTS));
            case ASIDE_BEHIND_THE_LEDGER, ASIDE_NOT_SYNCED, ASIDE_TWICE -> beneath(how, setsAside());
            case IN_FLIGHT_NOT_KEPT -> beneath(how, Prices.inOrder(FLIGHTS));
            case FOLLOWER_BEFORE_LEAD ->
                Followers.simulation(
                        FLIGHTS,
                        Map.of(
                                "totals",
                                new BrokenLead<>(sink, how),
                                "table",
                                Followers.table("table", Protection.LEDGER)));
        };
    }

    private static Simulation setsAside() {
        return Followers.simulation(FLIGHTS, Map.of("totals", Followers.refusing("totals")));
    }

    /** Never one task alone. */
    private static Simulation onSeveralTasks(Simulation simulation) {
        return simulation.settings(settings -> settings.parallelism(Math.max(2, settings.parallelism())));
    }

    /** Any simulation over a disk or with a backend that is broken. */
    static Simulation beneath(Break how, Simulation simulation) {
        return switch (how) {
            case NO_SYNC, NO_LOOK, LOOK_BEFORE_APPEND, TORN_TAIL_ACCEPTED, ASIDE_NOT_SYNCED ->
                simulation.runner(new OnBrokenDisk(how));
            case COLLECTED_TOO_EARLY -> simulation.runner(new EmbeddedRunner(Controls::collecting));
            case TOKENS_NOT_KEPT, IN_FLIGHT_NOT_KEPT, ASIDE_BEHIND_THE_LEDGER, ASIDE_TWICE ->
                simulation.runner(new EmbeddedRunner(
                        (environment, folder) -> new BrokenStore(new FileCheckpointStore(environment, folder), how)));
            case CHANGES_DROPPED,
                    CAPTURE_SEES_LATER,
                    ACKNOWLEDGED_BEFORE_CAPTURE,
                    TIMER_DROPPED,
                    PANE_COUNTED_TWICE,
                    FREED_TOO_EARLY,
                    COPY_NOT_RESTORED ->
                simulation.settings(settings -> settings.stateBackend(
                        (kind, key, keyGroups, range) -> new BrokenBackend(how, kind, key, keyGroups, range)));
            default -> throw new IllegalArgumentException(how + " is in the pipeline, not beneath it");
        };
    }

    /** A store that frees too early. */
    static CheckpointStore collecting(Environment environment, Path folder) {
        return new BrokenStore(new FileCheckpointStore(environment, folder), Break.COLLECTED_TOO_EARLY);
    }

    private static Simulation right(Break how) {
        return switch (how) {
            case TIMER_DROPPED, WATERMARK_NOT_RESTORED -> Sensors.simulation(FLIGHTS);
            case PANE_COUNTED_TWICE -> WindowedSensors.simulation(FLIGHTS);
            case FREED_TOO_EARLY -> Shop.simulation(FLIGHTS);
            case COPY_NOT_RESTORED -> Rulebook.simulation(FLIGHTS);
            case IN_FLIGHT_NOT_KEPT -> Prices.inOrder(FLIGHTS);
            case NO_FENCE, HALF_A_FENCE -> Running.onKafka(FLIGHTS);
            case FOLLOWER_BEFORE_LEAD -> Followers.behindALead(Followers.table("table", Protection.LEDGER), FLIGHTS);
            case ROW_NOT_CHECKED,
                    ROW_FENCE_NOT_CHECKED,
                    ENTRY_BEHIND_ITS_RECORDS,
                    COPY_CUT_OFF,
                    ASIDE_BEHIND_THE_LEDGER,
                    ASIDE_NOT_SYNCED,
                    ASIDE_TWICE -> Followers.alone(Protection.LEDGER, FLIGHTS);
            case COMMITTED_WHEN_PREPARED, STRAYS_LEFT, DROPPED_TAKEN_FOR_COMMITTED, TOKENS_NOT_KEPT ->
                Followers.preparedAlone(FLIGHTS);
            case COMMIT_BEFORE_DURABLE,
                    READ_BEFORE_FENCE,
                    COMMIT_SWALLOWED,
                    EMPTY_INTERVAL_NOT_ENTERED,
                    OPENED_BEFORE_DURABLE,
                    FLUSH_SKIPPED,
                    POSITION_AHEAD,
                    POSITION_BEHIND,
                    SETTLED_TOO_EARLY,
                    NO_SYNC,
                    NO_LOOK,
                    LOOK_BEFORE_APPEND,
                    TORN_TAIL_ACCEPTED,
                    COLLECTED_TOO_EARLY,
                    CHANGES_DROPPED,
                    CAPTURE_SEES_LATER,
                    ACKNOWLEDGED_BEFORE_CAPTURE,
                    NO_ALIGNMENT,
                    UNFENCED_UPSERT -> Running.onTheLog(FLIGHTS);
        };
    }

    private static Simulation onKafka(String ids) {
        return Running.onKafka(FLIGHTS)
                .only(new SimulatedKafkaKind((process, clients) -> new BrokenClients(clients, process.name(), ids)));
    }

    private record OnBrokenDisk(Break how) implements Runner {
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
