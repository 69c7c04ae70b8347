package io.staunch.testkit.log;

import java.util.ArrayList;
import java.util.List;

/** Reads the committed records of a topic as they become visible. */
public final class TopicReader {
    private final LogTopic topic;
    private final long[] places;
    private final List<LogRecord> found = new ArrayList<>();

    public TopicReader(LogTopic topic) {
        this.topic = topic;
        places = new long[topic.partitions().size()];
    }

    /** Hands over what has become visible since the last call, in order per partition. */
    public void read(Taker into) {
        for (int number = 0; number < places.length; number++) {
            LogPartition partition = topic.partitions().get(number);
            if (places[number] == partition.end()) {
                continue;
            }
            places[number] = partition.read(places[number], true, Integer.MAX_VALUE, found);
            for (LogRecord record : found) {
                into.take(number, record);
            }
            found.clear();
        }
    }

    /** Takes records. */
    @FunctionalInterface
    public interface Taker {
        /** One record of a partition. */
        void take(int partition, LogRecord record);
    }
}
