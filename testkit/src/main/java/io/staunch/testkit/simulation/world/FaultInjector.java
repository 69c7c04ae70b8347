package io.staunch.testkit.simulation.world;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.simulation.world.FaultAction.Moment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decides at every place where a fault can happen whether one does, and remembers those that did. Owned by the thread that runs the world. */
final class FaultInjector {
    private static final Set<DiskCall.Kind> WRITES = EnumSet.of(
            DiskCall.Kind.CREATE,
            DiskCall.Kind.REOPEN,
            DiskCall.Kind.RENAME,
            DiskCall.Kind.APPEND,
            DiskCall.Kind.SYNC,
            DiskCall.Kind.SYNC_NAMES,
            DiskCall.Kind.TRUNCATE,
            DiskCall.Kind.DELETE);
    private static final List<FaultAction> DISK_ERRORS =
            List.of(FaultAction.REFUSE, FaultAction.REFUSE_PART_WAY, FaultAction.REFUSE_AFTER);
    private static final long FARTHEST_JUMP_MS = 3_600_000;
    private static final int SHORTEST_PAUSE_STEPS = 4;
    private static final int LONGEST_PAUSE_STEPS = 1_500;
    private static final int MOST_INTERLEAVED_STEPS = 12;

    private final SimulatedWorld world;
    private final FaultPlan plan;
    private final Chance chance;
    private final Chance interleaving;
    private final ExactFaults exact;
    private final List<HappenedFault> happened = new ArrayList<>();
    private final Map<String, Integer> met = new TreeMap<>();
    private @Nullable FaultRecording recording;
    private boolean on = true;
    private int left;

    FaultInjector(SimulatedWorld world, FaultPlan plan) {
        this.world = world;
        this.plan = plan;
        chance = Chance.of(world.seed(), "faults");
        interleaving = Chance.of(world.seed(), "interleaving");
        exact = new ExactFaults(plan.exact());
        left = plan.most();
    }

    List<HappenedFault> happened() {
        return happened;
    }

    /** How often each place was met where a fault can happen: a step of the protocol, or a call. */
    Map<String, Integer> met() {
        return met;
    }

    /** Writes down from now on what exact plans need to know. */
    void recordTo(FaultRecording newRecording) {
        recording = newRecording;
    }

    /** Whether crashes and the like are used up. */
    boolean spent() {
        return left == 0;
    }

    /** No more faults. */
    void stop() {
        on = false;
    }

    boolean on() {
        return on;
    }

    /** Between two steps of agents; true if the process is not to be stepped now. */
    boolean betweenSteps(SimulatedProcess process) {
        if (!on) {
            return false;
        }
        ProcessFaults odds = plan.process();
        ExactFault due = due(process, ExactFault.BETWEEN_STEPS, Moment.BEFORE);
        FaultAction action = due == null ? null : due.action();
        if (deadly(action) || hits(process, odds.crashPerStep())) {
            crash(process, action == null ? orPowerLoss(FaultAction.CRASH) : action, ExactFault.BETWEEN_STEPS);
            return true;
        }
        if (action == FaultAction.PAUSE || hits(process, odds.pausePerStep())) {
            int steps = pauseSteps(due);
            costs(process, FaultAction.PAUSE, ExactFault.BETWEEN_STEPS, steps);
            process.pause(world.steps() + steps);
            world.paused(process);
            return true;
        }
        if (action == FaultAction.CLOCK_JUMP) {
            costs(process, FaultAction.CLOCK_JUMP, ExactFault.BETWEEN_STEPS, jump(process, due));
        } else if (chance.happens(odds.jumpPerStep())) {
            note(process, FaultAction.CLOCK_JUMP, ExactFault.BETWEEN_STEPS, jump(process, null));
        }
        return false;
    }

    /** At a step of the protocol. */
    void at(SimulatedProcess process, ProtocolStep step) {
        if (on) {
            ProcessFaults odds = plan.process();
            strike(process, step.name(), Moment.BEFORE, odds.crashPerEvent(), odds.pausePerEvent());
        }
    }

    /** Before a call takes effect. */
    void before(SimulatedProcess process, String operation) {
        if (on) {
            ProcessFaults odds = plan.process();
            strike(process, operation, Moment.BEFORE, odds.crashPerCall() / 2, odds.pausePerCall() / 2);
            if (interleaving.happens(odds.interleavePerCall())) {
                world.nested(interleaving.below(MOST_INTERLEAVED_STEPS));
                process.requireAlive();
            }
        }
    }

    /** After a call's effect. */
    void after(SimulatedProcess process, String operation) {
        if (on) {
            ProcessFaults odds = plan.process();
            strike(process, operation, Moment.AFTER, odds.crashPerCall() / 2, odds.pausePerCall() / 2);
        }
    }

    CallFate fate(SimulatedProcess process, String operation) {
        if (!on) {
            return CallFate.ANSWERED;
        }
        ExactFault due = due(process, operation, Moment.DURING);
        FaultAction action = due == null ? byChance() : due.action();
        if (action == null) {
            return CallFate.ANSWERED;
        }
        if (due == null) {
            note(process, action, operation, 0);
        } else {
            costs(process, action, operation, 0);
        }
        return Fates.ofPort(action, operation);
    }

    /** What becomes of a call to the disk. */
    DiskFault disk(SimulatedProcess process, String operation, DiskCall.Kind kind) {
        if (!on) {
            return DiskFault.NONE;
        }
        ExactFault due = due(process, operation, Moment.DURING);
        if (due != null) {
            DiskFault fault = Fates.ofDisk(due.action(), operation);
            costs(process, due.action(), operation, 0);
            return fault;
        }
        if (!WRITES.contains(kind)) {
            return DiskFault.NONE;
        }
        if (kind == DiskCall.Kind.APPEND && hits(process, plan.process().crashPerCall() / 2)) {
            costs(process, FaultAction.CRASH_PART_WAY, operation, 0);
            return DiskFault.KILL_PART_WAY;
        }
        if (chance.happens(plan.diskError())) {
            FaultAction error = chance.oneOf(DISK_ERRORS);
            note(process, error, operation, 0);
            return Fates.ofDisk(error, operation);
        }
        return DiskFault.NONE;
    }

    /** The exact fault that happens here and now, or null. */
    private @Nullable ExactFault due(SimulatedProcess process, String at, Moment moment) {
        if (recording != null) {
            recording.met(at, moment);
        }
        return exact.take(at, moment, process.recovering());
    }

    private @Nullable FaultAction byChance() {
        CallFaults odds = plan.call();
        if (chance.happens(odds.lostRequest())) {
            return FaultAction.LOSE_REQUEST;
        }
        if (chance.happens(odds.lostAnswer())) {
            return FaultAction.LOSE_ANSWER;
        }
        if (chance.happens(odds.delayedRequest())) {
            return FaultAction.DELAY_REQUEST;
        }
        return chance.happens(odds.refusal()) ? FaultAction.REFUSE : null;
    }

    private void strike(SimulatedProcess process, String at, Moment moment, double crashOdds, double pauseOdds) {
        if (moment == Moment.BEFORE) {
            met.merge(at, 1, Integer::sum);
            world.met(process, at);
        }
        boolean late = moment == Moment.AFTER;
        ExactFault due = due(process, at, moment);
        FaultAction action = due == null ? null : due.action();
        if (deadly(action) || hits(process, crashOdds)) {
            FaultAction byChance = late ? FaultAction.CRASH_AFTER : FaultAction.CRASH;
            crash(process, action == null ? orPowerLoss(byChance) : action, at);
            process.requireAlive();
        }
        if (action == FaultAction.CLOCK_JUMP) {
            costs(process, action, at, jump(process, due));
        }
        boolean canPause = world.mayNest() && process.state() == ProcessState.RUNNING;
        boolean standsStill = action != null && action.pauses();
        if (canPause && (standsStill || hits(process, pauseOdds))) {
            int steps = pauseSteps(due);
            costs(process, late ? FaultAction.PAUSE_AFTER : FaultAction.PAUSE, at, steps);
            world.standStill(process, steps);
        }
    }

    private static boolean deadly(@Nullable FaultAction action) {
        return action != null && action.kills();
    }

    private FaultAction orPowerLoss(FaultAction crash) {
        if (!chance.happens(plan.process().powerShare())) {
            return crash;
        }
        return crash == FaultAction.CRASH_AFTER ? FaultAction.POWER_LOSS_AFTER : FaultAction.POWER_LOSS;
    }

    private void crash(SimulatedProcess process, FaultAction action, String at) {
        costs(process, action, at, 0);
        if (action == FaultAction.POWER_LOSS || action == FaultAction.POWER_LOSS_AFTER) {
            world.losePower();
        } else {
            process.die();
        }
    }

    private int pauseSteps(@Nullable ExactFault due) {
        return due != null && due.size() > 0
                ? Math.toIntExact(due.size())
                : (int) chance.skewed(SHORTEST_PAUSE_STEPS, LONGEST_PAUSE_STEPS);
    }

    /** How many milliseconds the clock has jumped. */
    private long jump(SimulatedProcess process, @Nullable ExactFault due) {
        long ms = due != null && due.size() != 0 ? due.size() : chance.between(-FARTHEST_JUMP_MS, FARTHEST_JUMP_MS);
        process.jumpWallClock(ms);
        return ms;
    }

    private boolean hits(SimulatedProcess process, double odds) {
        return left > 0 && chance.happens(process.recovering() ? odds * plan.recovery() : odds);
    }

    private void costs(SimulatedProcess process, FaultAction action, String at, long size) {
        left = Math.max(0, left - 1);
        note(process, action, at, size);
    }

    private void note(SimulatedProcess process, FaultAction action, String at, long size) {
        var fault = new HappenedFault(world.steps(), world.clock().nanos(), process.name(), action, at, size);
        happened.add(fault);
        world.trace().fault(fault);
        if (recording != null) {
            recording.happened(fault);
        }
    }
}
