package io.staunch.kafka;

import io.staunch.source.RecordPlace;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.TopicPartition;

/**
 * Places of records as numbers of 52 bits: a stretch of a partition in the upper 12, how far into it in the lower 40. A
 * partition begins a new stretch when an offset is too far from the beginning of its last one, after a million million
 * records. Owned by a reader; others may ask for the place of a number that they were given.
 */
final class Origins {
    private static final int DISTANCE_BITS = 40;
    private static final int MOST_STRETCHES = 1 << 12;

    private final List<Stretch> stretches = new CopyOnWriteArrayList<>();

    /** Offsets from {@code base} on. */
    record Stretch(TopicPartition partition, long base, long number) {
        boolean reaches(long offset) {
            return (offset - base) >>> DISTANCE_BITS == 0;
        }

        /** The number of a place within reach. */
        long origin(long offset) {
            return (number << DISTANCE_BITS) + (offset - base);
        }
    }

    Stretch begin(TopicPartition partition, long base) {
        if (stretches.size() == MOST_STRETCHES) {
            throw new IllegalStateException(
                    "one task can read at most " + MOST_STRETCHES + " partitions: raise the parallelism");
        }
        var stretch = new Stretch(partition, base, stretches.size());
        stretches.add(stretch);
        return stretch;
    }

    /** For example {@code topic flights, partition 3, offset 42}. */
    String describe(long origin) {
        Stretch stretch = stretch(origin);
        return KafkaPosition.describe(stretch.partition(), stretch.base() + distance(origin));
    }

    RecordPlace place(long origin) {
        Stretch stretch = stretch(origin);
        return new RecordPlace(KafkaPosition.id(stretch.partition()), stretch.base() + distance(origin));
    }

    private Stretch stretch(long origin) {
        return stretches.get((int) (origin >>> DISTANCE_BITS));
    }

    private static long distance(long origin) {
        return origin & ((1L << DISTANCE_BITS) - 1);
    }
}
