/**
 * The checkpoint store in a folder: a log of checksummed frames, in which creating a file claims an epoch.
 *
 * <p>What frames and headers mean is pure ({@code SegmentScan}, {@code StoreContents}); what acts on the disk is {@code FileCheckpointStore}
 * (claims), {@code EpochLog} (writes) and {@code FileStoreClaim} (the protocol of one claim).
 */
@NullMarked
package io.staunch.statebackend.file;

import org.jspecify.annotations.NullMarked;
