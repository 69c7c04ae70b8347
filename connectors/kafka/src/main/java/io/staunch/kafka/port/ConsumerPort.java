package io.staunch.kafka.port;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A consumer that is told what to read from where. Used by one thread at a time. */
public interface ConsumerPort extends AutoCloseable {
    /** Stands for the epoch of a leader that is not known. */
    int NO_EPOCH = -1;

    /**
     * Reads these partitions and no others from now on. Partitions that were assigned before keep their place; each new
     * one must be given one by {@link #seek} before the next {@link #poll}. Does not block.
     */
    void assign(Collection<TopicPartition> partitions);

    /**
     * The next record read of an assigned partition is the first one at or behind this offset. Does not block.
     *
     * @param epoch of the leader that has written what is before it, from {@link Fetched#epoch}: by it a partition that has other records there now
     *     is told from the one that was read. {@link #NO_EPOCH} if that is not known
     */
    void seek(TopicPartition partition, long offset, int epoch);

    /** Exactly these of the assigned partitions give nothing from now on; all of them keep their place. Does not block. */
    void pause(Collection<TopicPartition> partitions);

    /**
     * What has come, in order per partition, at most {@code max.poll.records} records in all. Waits for at most {@code
     * timeout} if there is nothing yet; may return earlier with nothing (a simulated consumer always does).
     *
     * <p>With {@code isolation.level=read_committed} neither records of aborted transactions nor anything behind the
     * first open transaction is given.
     *
     * @return one element for each partition whose place has moved, also if it moved only past markers and aborted
     *     records
     * @throws org.apache.kafka.clients.consumer.OffsetOutOfRangeException if the place of a partition is before its
     *     beginning or behind its end; nothing has moved then, and the next call throws again until that partition is
     *     sought anew or no longer assigned
     * @throws org.apache.kafka.clients.consumer.LogTruncationException likewise, if other records are before it than were read
     */
    List<Fetched> poll(Duration timeout);

    /**
     * Behind the last record of each assigned partition that can be read now: with {@code isolation.level=read_committed} the last stable
     * offset. Waits for at most {@code timeout} for the brokers.
     *
     * @throws org.apache.kafka.common.errors.TimeoutException if they don't answer in time
     */
    Map<TopicPartition, Long> ends(Duration timeout);

    /** Lets go of everything without waiting for a broker. */
    @Override
    void close();
}
