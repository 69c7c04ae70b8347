package io.staunch.statebackend.file;

import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.List;

/**
 * A store as a claim found it.
 *
 * @param newest the segment that the picture ends with
 * @param durable how much of that segment its writer is known to have made durable
 * @param end how much of it the picture shows
 * @param contents which the claim goes on from
 * @param completed all complete checkpoints, oldest first
 */
record StorePicture(
        SegmentName newest, long durable, long end, StoreContents contents, List<StoredCheckpoint> completed) {
    /** Whether all that the picture shows is known to be durable. */
    boolean settled() {
        return end <= durable;
    }
}
