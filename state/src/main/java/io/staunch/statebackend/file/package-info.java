/**
 * The checkpoint store in a folder: a log of checksummed frames, in which creating a file claims an epoch.
 *
 * <p>What is decided is pure ({@code Segment*}, {@code Frame*}, {@code StoreContents}, {@code SegmentScan} over bytes); what acts on the disk
 * is {@code FileCheckpointStore} (claims), {@code EpochLog} (writes) and {@code FileStoreClaim} (the protocol of one claim).
 */
@NullMarked
package io.staunch.statebackend.file;

import org.jspecify.annotations.NullMarked;
