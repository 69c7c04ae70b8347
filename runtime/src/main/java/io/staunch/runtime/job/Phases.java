package io.staunch.runtime.job;

import static io.staunch.observe.JobStatus.Phase.FAILED;
import static io.staunch.observe.JobStatus.Phase.FINISHED;
import static io.staunch.observe.JobStatus.Phase.RESTARTING;
import static io.staunch.observe.JobStatus.Phase.RUNNING;
import static io.staunch.observe.JobStatus.Phase.STARTING;
import static io.staunch.observe.JobStatus.Phase.STOPPED;
import static io.staunch.observe.JobStatus.Phase.STOPPING;

import io.staunch.observe.JobStatus.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The life of a job as a table. */
final class Phases {
    private static final Map<Phase, Set<Phase>> MOVES = new EnumMap<>(Phase.class);

    static {
        MOVES.put(STARTING, Set.of(RUNNING, RESTARTING, STOPPED, FAILED));
        MOVES.put(RUNNING, Set.of(STOPPING, FINISHED, RESTARTING, STOPPED, FAILED));
        MOVES.put(STOPPING, Set.of(STOPPED, FINISHED, RESTARTING, FAILED));
        MOVES.put(RESTARTING, Set.of(STARTING, STOPPED, FAILED));
        MOVES.put(STOPPED, Set.of());
        MOVES.put(FINISHED, Set.of());
        MOVES.put(FAILED, Set.of());
    }

    private Phases() {}

    static void check(Phase from, Phase to) {
        if (!MOVES.getOrDefault(from, Set.of()).contains(to)) {
            throw new IllegalStateException("a job can't go from " + from + " to " + to);
        }
    }
}
