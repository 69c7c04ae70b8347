package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.sink.Sink;
import io.staunch.testkit.outside.LogOutsideKind;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.ForwardingOutside;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.HappenedFault;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What somebody sees who looks at simulated runs from outside. */
class RestingJobTest {
    private static final int FLIGHTS = 60;
    private static final int SEEDS = 600;
    private static final int LOOK_EVERY_STEPS = 8;

    private final Notes notes = new Notes();

    @Test
    void faultsGoOnInSomeRunsWhenAllHasComeAndAJobThatRestsOrStopsLosesAndRepeatsNothing() {
        System.out.println(Running.onTheLog(FLIGHTS)
                .only(new Noted(notes))
                .settings(settings -> settings.listener(notes))
                .threads(1)
                .seeds(SEEDS)
                .expectExactlyOnce());
        System.out.println(notes.diedAtRest + " processes died when all had come, " + notes.diedStopping
                + " of them in runs whose job had been asked to stop");
        assertThat(notes.diedAtRest).isGreaterThan(notes.diedStopping);
        assertThat(notes.diedStopping).isPositive();
    }

    @Test
    void theOutputIsLookedAtAllTheWhileAlsoWhenAProcessStandsStill() {
        System.out.println(Running.onTheLog(FLIGHTS)
                .only(new Noted(notes))
                .threads(1)
                .seeds(SEEDS / 10)
                .expectExactlyOnce());
        assertThat(notes.longestBetweenLooks).isBetween(1L, (long) LOOK_EVERY_STEPS);
    }

    /** Of one run after the other. */
    private static final class Notes implements JobListener {
        private long diedAtRest;
        private long diedStopping;
        private long longestBetweenLooks;
        private boolean stopping;

        @Override
        public void on(JobStatus status) {
            stopping |= status.phase() == JobStatus.Phase.STOPPING;
        }
    }

    /** The log, and what befell the processes between the last record and the end of all faults. */
    private record Noted(Notes notes) implements OutsideKind {
        @Override
        public Outside open(SimulatedWorld world, FaultPlan plan) {
            notes.stopping = false;
            return new Watched(new LogOutsideKind().open(world, plan), world, notes);
        }
    }

    /** Owned by the thread that runs the world. */
    private static final class Watched extends ForwardingOutside {
        private final SimulatedWorld world;
        private final Notes notes;
        private long records;
        private long allThereAt = Long.MAX_VALUE;
        private long lookedAt;

        Watched(Outside log, SimulatedWorld world, Notes notes) {
            super(log);
            this.world = world;
            this.notes = notes;
        }

        @Override
        public Capture capture(Sink<?> sink) {
            Capture capture = super.capture(sink);
            return into -> {
                notes.longestBetweenLooks = Math.max(notes.longestBetweenLooks, world.steps() - lookedAt);
                lookedAt = world.steps();
                capture.read(output -> {
                    records++;
                    allThereAt = records == FLIGHTS ? world.steps() : allThereAt;
                    into.accept(output);
                });
            };
        }

        @Override
        public void calm() {
            super.calm();
            Predicate<HappenedFault> atRest = fault -> fault.step() > allThereAt;
            long died = world.faultsHappened().stream()
                    .filter(fault -> fault.action().kills())
                    .filter(atRest)
                    .count();
            notes.diedAtRest += died;
            notes.diedStopping += notes.stopping ? died : 0;
        }
    }
}
