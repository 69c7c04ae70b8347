package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.RunOptions;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The consumer of a loop that keeps its offsets where its rows are. */
final class NumberedInput {
    private NumberedInput() {}

    /** To be assigned and set to where it is to begin. */
    static KafkaConsumer<String, String> open(RunOptions options) {
        var properties = new Properties();
        properties.put("bootstrap.servers", options.text("bootstrap"));
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", "false");
        properties.put("max.poll.records", "5000");
        properties.put("max.partition.fetch.bytes", Integer.toString(4 << 20));
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    static List<TopicPartition> partitions(RunOptions options) {
        return IntStream.range(0, Math.toIntExact(options.number("partitions")))
                .mapToObj(partition -> new TopicPartition(options.text("in"), partition))
                .toList();
    }
}
