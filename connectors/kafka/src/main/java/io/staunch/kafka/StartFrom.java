package io.staunch.kafka;

import java.io.Serializable;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where a source begins at the very first start of its job. It is resolved to an offset of every partition then, once;
 * later starts go on from the checkpoint and do not ask. Partitions that are made later are read from their beginning.
 */
public final class StartFrom implements Serializable {
    private static final long serialVersionUID = 1L;

    enum Kind {
        EARLIEST,
        LATEST,
        TIMESTAMP,
        OFFSETS
    }

    private final Kind kind;
    private final @Nullable Instant timestamp;
    private final HashMap<TopicPartition, Long> offsets;

    private StartFrom(Kind kind, @Nullable Instant timestamp, Map<TopicPartition, Long> offsets) {
        this.kind = kind;
        this.timestamp = timestamp;
        this.offsets = new HashMap<>(offsets);
    }

    /** The first record that is still there. */
    public static StartFrom earliest() {
        return new StartFrom(Kind.EARLIEST, null, Map.of());
    }

    /** The end at the first start, also of an empty partition: what is written afterwards is read, whatever happens. */
    public static StartFrom latest() {
        return new StartFrom(Kind.LATEST, null, Map.of());
    }

    /** The first record with at least this timestamp; the end, where there is none yet. */
    public static StartFrom timestamp(Instant timestamp) {
        return new StartFrom(Kind.TIMESTAMP, Objects.requireNonNull(timestamp, "timestamp"), Map.of());
    }

    /** These offsets. Every partition needs one that is neither before its beginning nor behind its end. */
    public static StartFrom offsets(Map<TopicPartition, Long> offsets) {
        return new StartFrom(Kind.OFFSETS, null, offsets);
    }

    Kind kind() {
        return kind;
    }

    long timestampMs() {
        return Objects.requireNonNull(timestamp).toEpochMilli();
    }

    Map<TopicPartition, Long> offsets() {
        return offsets;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case EARLIEST -> "earliest";
            case LATEST -> "latest";
            case TIMESTAMP -> "timestamp " + timestamp;
            case OFFSETS -> {
                var sorted = new TreeMap<String, Long>();
                offsets.forEach((partition, offset) -> sorted.put(KafkaPosition.id(partition), offset));
                yield "offsets " + sorted;
            }
        };
    }
}
