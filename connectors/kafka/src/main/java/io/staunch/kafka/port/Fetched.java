package io.staunch.kafka.port;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What one {@link ConsumerPort#poll} gave of one partition.
 *
 * @param partition where it is from
 * @param records in order of their offsets, which may have gaps; empty if only markers or aborted records were passed.
 *     Keys and values are heap buffers that may share one array; null where the record has none
 * @param next the offset to go on from, behind the last record and the markers that follow it
 * @param epoch of the leader that has written what is before {@code next}; {@link ConsumerPort#NO_EPOCH} if that is not known
 */
public record Fetched(
        TopicPartition partition, List<ConsumerRecord<ByteBuffer, ByteBuffer>> records, long next, int epoch) {}
