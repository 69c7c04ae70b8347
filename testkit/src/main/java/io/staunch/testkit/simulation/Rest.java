package io.staunch.testkit.simulation;

import io.staunch.testkit.simulation.world.Chance;

/**
 * Whether faults go on in a run for a while when all has come that must, by seed. Most runs have seen what there is to see then. In some the job rests while they go on; in
 * some it is asked to stop under them. What a job repeats that has died meanwhile is waited for. Owned by the thread that runs the world.
 */
final class Rest {
    private static final double RESTS = 0.1;
    private static final double IS_ASKED_TO_STOP = 0.5;
    private static final int SHORTEST_STEPS = 50;
    private static final int LONGEST_STEPS = 1_000;
    private static final int STEPS_TO_REPEAT_SOMETHING = 500;
    private static final long NOT_BEGUN = -1;

    private final int steps;
    private final boolean stops;
    private long end = NOT_BEGUN;

    Rest(Chance chance) {
        steps = chance.happens(RESTS) ? (int) chance.skewed(SHORTEST_STEPS, LONGEST_STEPS) : 0;
        stops = chance.happens(IS_ASKED_TO_STOP);
    }

    /** Asked when all has come; begins with the first time. */
    boolean isOver(long step) {
        if (end == NOT_BEGUN) {
            end = step + steps;
        }
        return step >= end;
    }

    /** Whether the job is asked to stop as soon as all has come. */
    boolean stops() {
        return stops;
    }

    /** For so many steps nothing may change when faults have ended. */
    int settlingSteps() {
        return end == NOT_BEGUN || steps == 0 ? 0 : STEPS_TO_REPEAT_SOMETHING;
    }
}
