package io.staunch.statebackend.file;

import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.util.List;

/**
 * A store as a claim found it.
 *
 * @param newest the segment that the picture ends with
 * @param settled whether that segment's writer is known to have made durable what the picture shows
 * @param contents which the claim goes on from
 * @param completed all complete checkpoints, oldest first
 */
record StorePicture(SegmentName newest, boolean settled, StoreContents contents, List<StoredCheckpoint> completed) {}
