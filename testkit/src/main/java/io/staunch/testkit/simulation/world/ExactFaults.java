package io.staunch.testkit.simulation.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits for the places of a plan's exact faults, one after the other. */
final class ExactFaults {
    private final List<ExactFault> faults;
    private int next;
    private int met;

    ExactFaults(List<ExactFault> faults) {
        this.faults = faults;
    }

    /**
     * The fault that happens at this place now, or null.
     *
     * @param recovering whether the process has not begun to read
     */
    @Nullable
    ExactFault take(String at, FaultAction.Moment moment, boolean recovering) {
        if (next == faults.size()) {
            return null;
        }
        ExactFault waiting = faults.get(next);
        if (waiting.action().moment() != moment || !isAt(waiting.at(), at, recovering)) {
            return null;
        }
        met++;
        if (met < waiting.occurrence()) {
            return null;
        }
        met = 0;
        next++;
        return waiting;
    }

    private static boolean isAt(String wanted, String at, boolean recovering) {
        if (!wanted.startsWith(ExactFault.IN_RECOVERY)) {
            return wanted.equals(at);
        }
        return recovering && wanted.substring(ExactFault.IN_RECOVERY.length()).equals(at);
    }
}
