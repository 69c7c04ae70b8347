package io.staunch.runtime.sink;

import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.runtime.task.Reports;
import java.nio.ByteBuffer;

/** What the agents of a follower tell their coordinator besides. Every call hands a message over and returns at once; any thread may call. */
public interface FollowerReports extends Reports {
    /**
     * A piece of the write-ahead copy is to be kept; in order.
     *
     * @param chunk as {@link io.staunch.protocol.follower.CopyChunk} makes it; the receiver's from now on
     * @param records how many it holds
     */
    void copied(String sink, ByteBuffer chunk, int records);

    /** A transaction is prepared, before the barrier of its checkpoint is reported; it belongs to the next checkpoint that is durable. */
    void transactionPrepared(String sink, PreparedToken token);

    /** A follower has written the interval of a checkpoint. */
    void followerCommitted(String sink, long checkpoint);
}
