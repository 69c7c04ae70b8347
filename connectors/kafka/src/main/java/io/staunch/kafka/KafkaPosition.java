package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.RecordPlace;
import io.staunch.source.Split;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * A place to go on reading, as a {@link Split} holds it: {@code flights-3} at {@code topicId=pXlT...,offset=42}. The
 * topic's identity belongs to it, since an offset means nothing in a topic that was made anew.
 *
 * @param partition what is read
 * @param topicId identity of the topic
 * @param offset the next record is the first one at or behind it
 */
record KafkaPosition(TopicPartition partition, String topicId, long offset) {
    private static final Pattern ID = Pattern.compile("(?<topic>[A-Za-z0-9._-]+)-(?<partition>0|[1-9][0-9]{0,8})");
    private static final Pattern POSITION =
            Pattern.compile("topicId=(?<id>[A-Za-z0-9_-]+),offset=(?<offset>0|[1-9][0-9]{0,17})");

    static KafkaPosition of(Split split) {
        Matcher id = ID.matcher(split.id());
        Matcher position = POSITION.matcher(split.position());
        if (!id.matches() || !position.matches()) {
            throw new StaunchException(
                    "split '" + split.id() + "' at '" + split.position() + "' is no place in a Kafka topic: expected"
                            + " 'topic-partition' at 'topicId=...,offset=...'. The checkpoint is of another source, or"
                            + " of another version",
                    Remedy.FAIL_JOB);
        }
        var partition = new TopicPartition(id.group("topic"), Integer.parseInt(id.group("partition")));
        return new KafkaPosition(partition, position.group("id"), Long.parseLong(position.group("offset")));
    }

    static String id(TopicPartition partition) {
        return partition.topic() + "-" + partition.partition();
    }

    static String position(String topicId, long offset) {
        return "topicId=" + topicId + ",offset=" + offset;
    }

    Split split() {
        return new Split(id(partition), position(topicId, offset));
    }

    /** The place of the next record. */
    RecordPlace place() {
        return new RecordPlace(id(partition), offset);
    }

    KafkaPosition at(long next) {
        return new KafkaPosition(partition, topicId, next);
    }

    /** For messages: {@code topic flights, partition 3, offset 42}. */
    static String describe(TopicPartition partition, long offset) {
        return "topic " + partition.topic() + ", partition " + partition.partition() + ", offset " + offset;
    }
}
