package io.staunch.protocol.walk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a walk found.
 *
 * @param states how many were met
 * @param steps how many led from one to another
 * @param done in how many everything was reached
 * @param deepest the length of the longest of the shortest paths
 * @param millis how long it took
 * @param violation what is wrong, or null if nothing is
 * @param path the shortest way there
 */
public record Outcome(
        int states,
        long steps,
        int done,
        int deepest,
        long millis,
        @Nullable String violation,
        List<String> path) {
    public Outcome {
        path = List.copyOf(path);
    }

    @Override
    public String toString() {
        String counts = states + " states, " + steps + " steps, " + done + " with everything done, depth " + deepest
                + ", " + millis + " ms";
        return violation == null
                ? "holds: " + counts
                : "violated: " + violation + "\n  after " + path.size() + " steps: " + String.join(", ", path) + "\n  ("
                        + counts + ")";
    }
}
