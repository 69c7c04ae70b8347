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
            DiskCall.Kind.APPEND,
            DiskCall.Kind.SYNC,
            DiskCall.Kind.SYNC_NAMES,
            DiskCall.Kind.TRUNCATE,
            DiskCall.Kind.DELETE);
    private static final List<DiskFault> DISK_ERRORS =
            List.of(DiskFault.FAIL, DiskFault.FAIL_PART_WAY, DiskFault.FAIL_AFTERWARDS);
    private static final int SHORTEST_PAUSE_STEPS = 4;
    private static final int LONGEST_PAUSE_STEPS = 1_500;
    private static final int MOST_INTERLEAVED_STEPS = 12;

    private final SimulatedWorld world;
    private final FaultPlan plan;
    private final Chance chance;
    private final ExactFaults exact;
    private final List<HappenedFault> happened = new ArrayList<>();
    private final Map<String, Integer> met = new TreeMap<>();
    private boolean on = true;
    private int left;

    FaultInjector(SimulatedWorld world, FaultPlan plan, Chance chance) {
        this.world = world;
        this.plan = plan;
        this.chance = chance;
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
        if (hits(process, odds.crashPerStep())) {
            crash(process, FaultAction.CRASH, "between steps");
            return true;
        }
        if (hits(process, odds.pausePerStep())) {
            costs(process, FaultAction.PAUSE, "between steps");
            process.pause(world.steps() + pauseSteps());
            world.paused(process);
            return true;
        }
        if (chance.happens(odds.jumpPerStep())) {
            note(process, FaultAction.CLOCK_JUMP, "between steps");
            process.jumpWallClock();
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
            if (chance.happens(odds.interleavePerCall())) {
                world.nested(chance.below(MOST_INTERLEAVED_STEPS));
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
        FaultAction action = exact.take(operation, Moment.DURING);
        if (action != null) {
            costs(process, action, operation);
        } else {
            action = byChance();
            if (action == null) {
                return CallFate.ANSWERED;
            }
            note(process, action, operation);
        }
        return switch (action) {
            case LOSE_REQUEST -> CallFate.REQUEST_LOST;
            case LOSE_ANSWER -> CallFate.ANSWER_LOST;
            case DELAY_REQUEST -> CallFate.REQUEST_DELAYED;
            case REFUSE -> CallFate.REFUSED;
            case CRASH, CRASH_AFTER, CRASH_PART_WAY, POWER_LOSS, PAUSE, PAUSE_AFTER, CLOCK_JUMP ->
                throw new AssertionError(action);
        };
    }

    /** What becomes of a call to the disk. */
    DiskFault disk(SimulatedProcess process, String operation, DiskCall.Kind kind) {
        if (!on || !WRITES.contains(kind)) {
            return DiskFault.NONE;
        }
        FaultAction due = exact.take(operation, Moment.DURING);
        boolean append = kind == DiskCall.Kind.APPEND;
        if (due == FaultAction.CRASH_PART_WAY
                || (append && hits(process, plan.process().crashPerCall() / 2))) {
            costs(process, FaultAction.CRASH_PART_WAY, operation);
            return DiskFault.KILL_PART_WAY;
        }
        if (due == FaultAction.REFUSE || chance.happens(plan.diskError())) {
            note(process, FaultAction.REFUSE, operation);
            return chance.oneOf(DISK_ERRORS);
        }
        return DiskFault.NONE;
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
        }
        FaultAction crash = moment == Moment.AFTER ? FaultAction.CRASH_AFTER : FaultAction.CRASH;
        FaultAction pause = moment == Moment.AFTER ? FaultAction.PAUSE_AFTER : FaultAction.PAUSE;
        FaultAction due = exact.take(at, moment);
        if (due == crash || due == FaultAction.POWER_LOSS || hits(process, crashOdds)) {
            crash(process, due == null ? crash : due, at);
            process.requireAlive();
        }
        boolean canPause = world.mayNest() && process.state() == ProcessState.RUNNING;
        if (canPause && (due == pause || hits(process, pauseOdds))) {
            costs(process, pause, at);
            world.standStill(process, pauseSteps());
        }
    }

    private void crash(SimulatedProcess process, FaultAction action, String at) {
        boolean power = action == FaultAction.POWER_LOSS
                || chance.happens(plan.process().powerShare());
        costs(process, power ? FaultAction.POWER_LOSS : action, at);
        if (power) {
            world.losePower();
        } else {
            process.die();
        }
    }

    private int pauseSteps() {
        return (int) chance.skewed(SHORTEST_PAUSE_STEPS, LONGEST_PAUSE_STEPS);
    }

    private boolean hits(SimulatedProcess process, double odds) {
        return left > 0 && chance.happens(process.recovering() ? odds * plan.recovery() : odds);
    }

    private void costs(SimulatedProcess process, FaultAction action, String at) {
        left = Math.max(0, left - 1);
        note(process, action, at);
    }

    private void note(SimulatedProcess process, FaultAction action, String at) {
        var fault = new HappenedFault(world.steps(), world.clock().nanos(), process.name(), action, at);
        happened.add(fault);
        world.trace().fault(fault);
    }
}
