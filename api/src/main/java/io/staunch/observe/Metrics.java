package io.staunch.observe;

import java.util.Map;

/**
 * Counters of a job at one moment. Taken without stopping anything, so that they may be a few records apart.
 *
 * @param recordsIn records that sources emitted, per source name
 * @param recordsOut records that were handed to sinks, per sink name
 * @param checkpoints completed checkpoints
 * @param checkpointBytes bytes of the last completed checkpoint
 * @param checkpointNanos from start to durable, of the last completed checkpoint
 * @param commitNanos from durable to settled, of the last settled checkpoint
 * @param alignmentNanos longest alignment of a task, of the last completed checkpoint
 * @param captureNanos longest capture of a task, of the last completed checkpoint
 */
public record Metrics(
        Map<String, Long> recordsIn,
        Map<String, Long> recordsOut,
        long checkpoints,
        long checkpointBytes,
        long checkpointNanos,
        long commitNanos,
        long alignmentNanos,
        long captureNanos) {
    public Metrics {
        recordsIn = Map.copyOf(recordsIn);
        recordsOut = Map.copyOf(recordsOut);
    }
}
