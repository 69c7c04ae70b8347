package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.source.RecordPlace;
import io.staunch.source.Split;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * A place to go on reading, as a {@link Split} holds it: {@code flights-3} at {@code topicId=pXlT...,offset=42,epoch=5}. The
 * topic's identity belongs to it, since an offset means nothing in a topic that was made anew; and the epoch of the leader, since it means another
 * record in a partition that has lost some and got others.
 *
 * @param partition what is read
 * @param topicId identity of the topic
 * @param offset the next record is the first one at or behind it
 * @param epoch of the leader that has written what is before it; {@link ConsumerPort#NO_EPOCH} if nothing was read yet, or if that is not known
 */
record KafkaPosition(TopicPartition partition, String topicId, long offset, int epoch) {
    private static final Pattern ID = Pattern.compile("(?<topic>[A-Za-z0-9._-]+)-(?<partition>0|[1-9][0-9]{0,8})");
    private static final Pattern POSITION =
            Pattern.compile("topicId=(?<id>[A-Za-z0-9_-]+),offset=(?<offset>0|[1-9][0-9]{0,17})"
                    + "(,epoch=(?<epoch>0|[1-9][0-9]{0,8}))?");

    /** One of which nothing was read yet. */
    KafkaPosition(TopicPartition partition, String topicId, long offset) {
        this(partition, topicId, offset, ConsumerPort.NO_EPOCH);
    }

    static KafkaPosition of(Split split) {
        Matcher id = ID.matcher(split.id());
        Matcher position = POSITION.matcher(split.position());
        if (!id.matches() || !position.matches()) {
            throw new StaunchException(
                    "split '" + split.id() + "' at '" + split.position() + "' is no place in a Kafka topic: expected"
                            + " 'topic-partition' at 'topicId=...,offset=...,epoch=...'. The checkpoint is of another source, or"
                            + " of another version",
                    Remedy.FAIL_JOB);
        }
        var partition = new TopicPartition(id.group("topic"), Integer.parseInt(id.group("partition")));
        String epoch = position.group("epoch");
        return new KafkaPosition(
                partition,
                position.group("id"),
                Long.parseLong(position.group("offset")),
                epoch == null ? ConsumerPort.NO_EPOCH : Integer.parseInt(epoch));
    }

    static String id(TopicPartition partition) {
        return partition.topic() + "-" + partition.partition();
    }

    Split split() {
        String known = epoch == ConsumerPort.NO_EPOCH ? "" : ",epoch=" + epoch;
        return new Split(id(partition), "topicId=" + topicId + ",offset=" + offset + known);
    }

    /** The place of the next record. */
    RecordPlace place() {
        return new RecordPlace(id(partition), offset);
    }

    KafkaPosition at(long next, int ofLeader) {
        return new KafkaPosition(partition, topicId, next, ofLeader);
    }

    /** For messages: {@code topic flights, partition 3, offset 42}. */
    static String describe(TopicPartition partition, long offset) {
        return "topic " + partition.topic() + ", partition " + partition.partition() + ", offset " + offset;
    }
}
