package io.staunch.testkit.simulation.world;

import java.util.EnumSet;
import java.util.Set;

/** The life of a simulated process. */
public enum ProcessState {
    /** Its agents are stepped. */
    RUNNING,
    /** Nothing of it moves, and it does not know: a stopped virtual machine, a long collection, an overloaded host. */
    PAUSED,
    /** It has crashed; nothing of it reaches the outside any more. */
    DEAD;

    Set<ProcessState> next() {
        return switch (this) {
            case RUNNING -> EnumSet.of(PAUSED, DEAD);
            case PAUSED -> EnumSet.of(RUNNING, DEAD);
            case DEAD -> EnumSet.noneOf(ProcessState.class);
        };
    }
}
