package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.graph.Node;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.ProtocolInvariants;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.FaultRecording;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.testkit.simulation.world.WorldObserver;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of one seed: first with faults, then without, until the job has written everything and has ended. Owned by the thread that
 * runs it.
 */
final class SimulationRun {
    private static final int LOOK_EVERY_STEPS = 8;
    private static final int STEPS_FOR_THE_LAST_MARKERS = 100;
    private static final int STEPS_UNTIL_VISIBLE = 4_000;
    private static final int STEPS_BEFORE_FASTER = 1_000;
    /** After so long without output, a checkpoint or a start everything has been read: no checkpoint is started then, and sources have looked for more. */
    private static final long NANOS_UNTIL_ALL_IS_READ = 3_000_000_000L;

    private static final long FASTER_BY_NANOS = 1_000_000;
    private static final int LOOKS_UNTIL_ALL_IS_READ = 150;

    private final Setup setup;
    private final Judge judge;
    private final SimulatedWorld world;
    private final JobKeeper jobs;
    private final Rest rest;
    private final List<Outside> outsides = new ArrayList<>();
    private final Map<String, Capture> captures = new TreeMap<>();
    private final Map<String, Capture> versions = new TreeMap<>();
    private final ProtocolInvariants invariants = new ProtocolInvariants();
    private final Map<ProtocolStep, Integer> events = new EnumMap<>(ProtocolStep.class);
    private final List<String> violations = new ArrayList<>();
    private final Set<Integer> underWay = new HashSet<>();
    private boolean endsWithTheJob;
    private long lookedAt;
    private @Nullable RuntimeException thrown;
    private long quietSince;
    private long idleSince;
    private long idleSinceNanos;
    private boolean spent;
    private String lastRestart = "";

    SimulationRun(Setup given, Judge judge, long seed) {
        this.judge = judge;
        FaultPlan plan = given.plans().apply(seed);
        world = new SimulatedWorld(seed, plan);
        world.observer(new WorldObserver() {
            @Override
            public void on(SimulatedProcess process, ProtocolEvent event) {
                see(process, event);
            }

            @Override
            public void beforeStep() {
                lookAgain();
            }
        });
        given.outsides().forEach(kind -> outsides.add(kind.open(world, plan)));
        setup = given.pipeline(pipeline(given));
        jobs = new JobKeeper(world, setup, outsides, Chance.of(seed, "jobs"));
        world.supervisor(jobs);
        rest = new Rest(Chance.of(seed, "rest"));
        try {
            connect(setup.pipeline().get());
        } catch (RuntimeException | Error e) {
            outsides.forEach(Outside::close);
            throw e;
        }
    }

    /** Makes the pipeline with what stands in for sources and sinks, over the run's own outside if there is one. */
    private Supplier<Pipeline> pipeline(Setup given) {
        var replacement = new Replacement(given, outsides);
        Supplier<OwnRun> own = given.own();
        if (own == null) {
            return () -> replacement.of(given.pipeline().get());
        }
        OwnRun opened = own.get();
        opened.join(world);
        captures.putAll(opened.captures());
        return () -> {
            Pipeline pipeline = opened.pipeline().get();
            requireOtherNames(opened.captures().keySet(), Parts.names(pipeline, Node.Kind.SINK));
            return replacement.of(pipeline);
        };
    }

    /** What is watched is judged under its name, as a captured sink is. */
    private static void requireOtherNames(Set<String> watched, List<String> sinks) {
        for (String name : watched) {
            if (sinks.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' is the name of a sink and of what is watched in an"
                        + " outside of your own: watch it under another name");
            }
        }
    }

    /** Before {@link #run}: writes down what is needed to repeat some of the faults exactly. */
    FaultRecording record() {
        return world.recordFaults();
    }

    /** Before {@link #run}: keeps so many events for the result of a run that fails. */
    void keep(int events) {
        world.trace().keep(events);
    }

    /** After {@link #run}: whether faults ended because they were used up. */
    boolean spent() {
        return spent;
    }

    /** To be called once. */
    RunResult run() {
        try {
            return judged();
        } finally {
            outsides.forEach(Outside::close);
        }
    }

    private RunResult judged() {
        jobs.start();
        faultyPhase();
        spent = world.faultsSpent();
        if (!failed()) {
            livenessPhase();
        }
        violations.addAll(world.broken());
        violations.addAll(invariants.broken());
        violations.addAll(jobs.violations());
        violations.addAll(judge.broken());
        captures.values().forEach(capture -> {
            violations.addAll(capture.problems());
            violations.addAll(jobs.stopped() ? capture.missing() : List.of());
        });
        return new RunResult(
                world.seed(),
                violations,
                judge.verdict(),
                world.faultsHappened(),
                events,
                world.placesMet(),
                violations.isEmpty() ? List.of() : world.trace().last(),
                jobs.started(),
                world.steps(),
                world.clock().nanos(),
                world.trace().hash(),
                "");
    }

    private void faultyPhase() {
        long end = setup.bounds().faulty();
        while (world.steps() < end && !world.faultsSpent() && !jobs.stopped() && !failed()) {
            if (judge.complete() && rest.isOver(world.steps())) {
                return;
            }
            // What converges may be on its way back to where it was, and would stay there.
            if (judge.complete() && rest.stops() && judge.settlingSteps() == 0) {
                jobs.stop();
            }
            someSteps();
        }
    }

    private void livenessPhase() {
        world.calm();
        outsides.forEach(Outside::calm);
        jobs.calm();
        lastRestart = "";
        quietSince = world.steps();
        idles();
        long bound = setup.bounds().livenessFor(judge.expected());
        long end = world.steps() + bound;
        while (!jobs.stopped() && !failed()) {
            if (world.steps() >= end) {
                violations.add("liveness: not done " + bound + " steps after the last fault; "
                        + (judge.complete() ? "everything has come, but the job does not stop" : "output is missing")
                        + (lastRestart.isEmpty()
                                ? ""
                                : "; since then the job has been restarting, at last for: " + lastRestart));
                return;
            }
            long quiet = world.steps() - quietSince;
            long idle = world.steps() - Math.max(quietSince, idleSince);
            boolean pausing = quiet > STEPS_BEFORE_FASTER && jobs.behind();
            boolean byTime = endsWithTheJob || outsides.stream().anyMatch(Outside::isLookedAtByTime);
            boolean waiting = byTime && idle > STEPS_BEFORE_FASTER;
            if ((pausing || waiting) && !checkpointUnderWay()) {
                // A pause between two tries ends by time, and not by steps; a checkpoint would fail by it.
                world.pass(pausing ? FASTER_BY_NANOS : NANOS_UNTIL_ALL_IS_READ / LOOKS_UNTIL_ALL_IS_READ);
            }
            boolean allIsRead =
                    endsWithTheJob && waiting && world.clock().nanos() - idleSinceNanos > NANOS_UNTIL_ALL_IS_READ;
            if (((quiet > judge.quietSteps() || allIsRead) && !pausing)
                    || (judge.complete() && idle >= Math.max(judge.settlingSteps(), rest.settlingSteps()))) {
                jobs.stop();
            }
            someSteps();
        }
        lastMarkers();
    }

    /** Of a process that lives: what a dead one has begun is over. */
    private boolean checkpointUnderWay() {
        return world.living().stream().anyMatch(process -> underWay.contains(process.number()));
    }

    /** What is committed becomes visible some time after its job has ended; what must not be there, too. */
    private void lastMarkers() {
        long end = world.steps() + STEPS_UNTIL_VISIBLE;
        while (!judge.complete() && world.steps() < end) {
            world.step();
            read();
        }
        for (int i = 0; i < STEPS_FOR_THE_LAST_MARKERS; i++) {
            world.step();
        }
        read();
    }

    private void someSteps() {
        for (int i = 0; i < LOOK_EVERY_STEPS; i++) {
            world.step();
        }
        if (thrown != null) {
            throw thrown;
        }
        look();
        jobs.look();
        outsides.forEach(Outside::goOn);
    }

    /** Perhaps in the middle of a process's call, which must not fail by what a reader of the output throws. */
    private void lookAgain() {
        if (world.steps() - lookedAt >= LOOK_EVERY_STEPS && thrown == null) {
            try {
                look();
            } catch (RuntimeException e) {
                thrown = e;
            }
        }
    }

    /** What anybody can see: what jobs show, and what they have committed. */
    private void look() {
        lookedAt = world.steps();
        jobs.statuses(invariants::see);
        read();
    }

    private void read() {
        captures.forEach(this::read);
    }

    private void read(String sink, Capture capture) {
        capture.read(output -> {
            quietSince = world.steps();
            idleSinceNanos = world.clock().nanos();
            judge.see(sink, output);
        });
    }

    private void idles() {
        idleSince = world.steps();
        idleSinceNanos = world.clock().nanos();
    }

    private boolean failed() {
        return !judge.problems().isEmpty()
                || !jobs.violations().isEmpty()
                || !world.broken().isEmpty()
                || !invariants.broken().isEmpty();
    }

    private void connect(Pipeline pipeline) {
        setup.feeds().forEach((name, records) -> {
            var source = Parts.source(pipeline, name);
            outside("source", name, o -> o.feeds(source)).feed(source, records);
        });
        for (String name : setup.captures()) {
            if (captures.containsKey(name)) {
                continue;
            }
            var sink = Parts.sink(pipeline, name);
            captures.put(name, outside("sink", name, o -> o.captures(sink)).capture(sink));
        }
        captures.forEach((name, capture) -> {
            judge.watch(name, capture.counted());
            endsWithTheJob |= capture.endsWithTheJob();
            if (capture.counted() == Counted.VERSIONS) {
                versions.put(name, capture);
            }
        });
    }

    private Outside outside(String kind, String name, Predicate<Outside> knows) {
        return outsides.stream()
                .filter(knows)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no simulated outside system knows " + kind + " '"
                        + name + "': give the simulation one with outside(...)"));
    }

    private void see(SimulatedProcess process, ProtocolEvent event) {
        switch (event.step()) {
            case CHECKPOINT_STARTED -> underWay.add(process.number());
            case DURABLE, CHECKPOINT_FAILED, RESTARTING, ENDED -> underWay.remove(process.number());
            default -> {}
        }
        events.merge(event.step(), 1, Integer::sum);
        if (event.step() == ProtocolStep.RESTARTING) {
            lastRestart = event.detail();
        }
        if (event.step() == ProtocolStep.RESTORED) {
            quietSince = world.steps();
            idleSinceNanos = world.clock().nanos();
        } else if (event.step() == ProtocolStep.CHECKPOINT_STARTED) {
            // None is started while nothing is read: as long as there are some, what was written before may be written
            // anew.
            idles();
        }
        invariants.see(event);
        versions.forEach(this::read);
        judge.see(process.number(), event);
    }
}
