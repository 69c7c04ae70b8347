package io.staunch.testkit.outside;

import io.staunch.source.Split;
import io.staunch.testkit.log.LogPartition;

/** A place in a partition, as text in a split: {@code offset=42}. */
record LogPosition(String topic, int partition, long offset) {
    private static final String OFFSET = "offset=";

    static Split split(LogPartition partition, long offset) {
        return new Split(partition.name(), OFFSET + offset);
    }

    static LogPosition of(Split split) {
        int dash = split.id().lastIndexOf('-');
        if (dash < 0 || !split.position().startsWith(OFFSET)) {
            throw new IllegalArgumentException(split + " is no place in a simulated topic");
        }
        return new LogPosition(
                split.id().substring(0, dash),
                Integer.parseInt(split.id().substring(dash + 1)),
                Long.parseLong(split.position().substring(OFFSET.length())));
    }
}
