package io.staunch.testkit.simulation.world;

import io.staunch.observe.ProtocolStep;
import java.util.Objects;

/**
 * A fault at a named place, for exhaustive walks and for replaying a shortened run. A plan's exact faults happen in the order of its
 * list: each waits for its place to be met so often since the one before it has happened.
 *
 * @param action what happens
 * @param at the place: the name of a {@link ProtocolStep}, of an operation on a disk or a port such as {@code disk.SYNC}, or
 *     {@link #BETWEEN_STEPS}
 * @param occurrence at which meeting, from 1
 * @param size how large it is: for a standstill the steps that the rest of the world takes meanwhile, for a clock that jumps the
 *     milliseconds; 0 leaves it to chance
 */
public record ExactFault(FaultAction action, String at, int occurrence, long size) {
    /** The place that is met whenever an agent of a process is about to be stepped. */
    public static final String BETWEEN_STEPS = "between steps";

    /** Before the name of a place: only while the process starts or restarts, and has not begun to read. */
    public static final String IN_RECOVERY = "in recovery: ";

    public ExactFault {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(at, "at");
        if (occurrence < 1) {
            throw new IllegalArgumentException("occurrence counts from 1, was " + occurrence);
        }
        if (size != 0 && !action.hasSize()) {
            throw new IllegalArgumentException(action + " has no size, was " + size);
        }
        if (size < 0 && action != FaultAction.CLOCK_JUMP) {
            throw new IllegalArgumentException("a standstill can't take " + size + " steps");
        }
    }

    /** A fault whose size, if it has one, is left to chance. */
    public ExactFault(FaultAction action, String at, int occurrence) {
        this(action, at, occurrence, 0);
    }

    /** The process dies at a step of the protocol. */
    public static ExactFault crash(ProtocolStep step, int occurrence) {
        return new ExactFault(FaultAction.CRASH, step.name(), occurrence);
    }

    /** The process stops at a step of the protocol, a successor starts, and the process goes on. */
    public static ExactFault pause(ProtocolStep step, int occurrence) {
        return new ExactFault(FaultAction.PAUSE, step.name(), occurrence);
    }

    @Override
    public String toString() {
        return action + " at " + at + " #" + occurrence + action.sizeText(size);
    }
}
