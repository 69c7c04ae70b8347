package io.staunch.kafka.testkit.simulated;

import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.oracle.Output;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a topic {@code read_committed}; keys and values are taken for text. */
final class KafkaCapture implements Capture {
    private final LogTopic topic;
    private final long[] places;
    private final List<LogRecord> found = new ArrayList<>();

    KafkaCapture(LogTopic topic) {
        this.topic = topic;
        places = new long[topic.partitions().size()];
    }

    @Override
    public void read(Consumer<Output> into) {
        for (int number = 0; number < places.length; number++) {
            LogPartition partition = topic.partitions().get(number);
            if (places[number] == partition.end()) {
                continue;
            }
            places[number] = partition.read(places[number], true, Integer.MAX_VALUE, found);
            for (LogRecord record : found) {
                into.accept(new Output(number, text(record.key()), String.valueOf(text(record.value()))));
            }
            found.clear();
        }
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
