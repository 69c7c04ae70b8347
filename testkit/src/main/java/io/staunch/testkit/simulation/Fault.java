package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A fault by name: what happens, and where. A place is a step of the protocol, or a call to a disk or an outside such as {@code disk.SYNC} or
 * {@code kafka.commit}. A simulation that is given several waits for each after the one before it has happened. A name that no run
 * meets is refused with the names that runs meet.
 *
 * @param action what happens
 * @param at where
 * @param meeting at which meeting of the place, from 1, counted from the fault before it
 * @param times how often, each time at the same meeting after the last
 * @param inRecovery whether only while a process starts or restarts
 */
public record Fault(FaultAction action, String at, int meeting, int times, boolean inRecovery) {
    public Fault {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(at, "at");
        if (meeting < 1 || times < 1) {
            throw new IllegalArgumentException(
                    "a fault counts meetings and times from 1, was given " + meeting + " and " + times);
        }
    }

    /** The process dies when it takes this step. */
    public static Fault crashAt(ProtocolStep step) {
        return new Fault(FaultAction.CRASH, step.name(), 1, 1, false);
    }

    /** The process dies before this call has an effect. */
    public static Fault crashBefore(String call) {
        return new Fault(FaultAction.CRASH, call, 1, 1, false);
    }

    /** The process dies after this call's effect, before it knows. */
    public static Fault crashAfter(String call) {
        return new Fault(FaultAction.CRASH_AFTER, call, 1, 1, false);
    }

    /** The power fails when a process takes this step: what was not synced to the disk may be lost. */
    public static Fault powerLossAt(ProtocolStep step) {
        return new Fault(FaultAction.POWER_LOSS, step.name(), 1, 1, false);
    }

    /** The power fails before this call has an effect. */
    public static Fault powerLossBefore(String call) {
        return new Fault(FaultAction.POWER_LOSS, call, 1, 1, false);
    }

    /** The process stands still at this step for a while, in which mostly a successor starts, and goes on. */
    public static Fault pauseAt(ProtocolStep step) {
        return new Fault(FaultAction.PAUSE, step.name(), 1, 1, false);
    }

    /** The process stands still before this call has an effect, and makes it later. */
    public static Fault pauseBefore(String call) {
        return new Fault(FaultAction.PAUSE, call, 1, 1, false);
    }

    /** The process stands still after this call's effect. */
    public static Fault pauseAfter(String call) {
        return new Fault(FaultAction.PAUSE_AFTER, call, 1, 1, false);
    }

    /** This call to an outside does not arrive, and nobody answers. */
    public static Fault loseRequest(String call) {
        return new Fault(FaultAction.LOSE_REQUEST, call, 1, 1, false);
    }

    /** This call to an outside takes effect, and nobody answers. */
    public static Fault loseAnswer(String call) {
        return new Fault(FaultAction.LOSE_ANSWER, call, 1, 1, false);
    }

    /** Nobody answers this call to an outside, and it takes effect later, if it then still may. */
    public static Fault delay(String call) {
        return new Fault(FaultAction.DELAY_REQUEST, call, 1, 1, false);
    }

    /** This call to a disk or an outside is refused for a reason that passes. */
    public static Fault refuse(String call) {
        return new Fault(FaultAction.REFUSE, call, 1, 1, false);
    }

    /** The same at a later meeting of the place, counted from 1. */
    public Fault atMeeting(int number) {
        return new Fault(action, at, number, times, inRecovery);
    }

    /** The same two times in a row. */
    public Fault twice() {
        return times(2);
    }

    /** The same so often in a row. */
    public Fault times(int number) {
        return new Fault(action, at, meeting, number, inRecovery);
    }

    /** The same, but only while a process starts or restarts and has not begun to read; the very first start counts too. */
    public Fault duringRecovery() {
        return new Fault(action, at, meeting, times, true);
    }

    /** For plans. */
    List<ExactFault> exact() {
        String place = inRecovery ? ExactFault.IN_RECOVERY + at : at;
        return Collections.nCopies(times, new ExactFault(action, place, meeting));
    }

    @Override
    public String toString() {
        return action.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " at " + at
                + (meeting == 1 ? "" : " #" + meeting)
                + (inRecovery ? " during recovery" : "")
                + (times == 1 ? "" : ", " + times + " times");
    }
}
