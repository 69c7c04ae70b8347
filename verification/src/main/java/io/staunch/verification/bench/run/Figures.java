package io.staunch.verification.bench.run;

import java.util.Map;

/**
 * What a contender has done so far. All but the stall only grow.
 *
 * @param outputs that reached the sink, if it meters them
 * @param checkpoints that completed
 * @param bytes written for checkpoints
 * @param syncs to disk
 * @param syncNanos that these took together
 * @param longestSyncNanos of one, since the last time it was asked
 * @param stallNanos longest time in which a task of the sink got nothing, since the last time it was asked
 */
public record Figures(
        long outputs,
        long checkpoints,
        long bytes,
        long syncs,
        long syncNanos,
        long longestSyncNanos,
        long stallNanos) {
    /** As a line of text. */
    String line() {
        return "outputs=" + outputs + " checkpoints=" + checkpoints + " bytes=" + bytes + " syncs=" + syncs
                + " syncNanos=" + syncNanos + " longestSyncNanos=" + longestSyncNanos + " stallNanos=" + stallNanos;
    }

    /** From what {@link #line} made. */
    public static Figures parse(Map<String, String> values) {
        return new Figures(
                Long.parseLong(values.get("outputs")),
                Long.parseLong(values.get("checkpoints")),
                Long.parseLong(values.get("bytes")),
                Long.parseLong(values.get("syncs")),
                Long.parseLong(values.get("syncNanos")),
                Long.parseLong(values.get("longestSyncNanos")),
                Long.parseLong(values.get("stallNanos")));
    }
}
