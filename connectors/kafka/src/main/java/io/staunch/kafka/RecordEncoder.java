package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.MapFunction;
import io.staunch.sink.SinkEncoder;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Turns values into Kafka's records. A record that the broker would refuse is refused here, before it is part of a transaction. Used by
 * one task, on its worker.
 */
final class RecordEncoder<T> implements SinkEncoder<T, ProducerRecord<byte[], byte[]>> {
    /** More than what a batch, a record and their lengths take besides key, value and headers. */
    private static final int OVERHEAD = 128;

    private final SinkOptions<T> options;
    private final ValueFormat.Writer<T> values;
    private final KeyFormat.@Nullable Writer<T> keys;
    private final int largest;

    RecordEncoder(SinkOptions<T> options) {
        Map<String, String> settings = options.settings();
        this.options = options;
        this.values = options.format().open(settings);
        this.keys = options.key() == null ? null : options.key().open(settings);
        this.largest = options.largestRequest();
    }

    @Override
    public ProducerRecord<byte[], byte[]> encode(T value, long timestamp) throws Exception {
        String topic = topic(value);
        byte[] key = keys == null ? null : keys.write(topic, value);
        byte[] content = values.write(topic, value);
        List<Header> headers =
                options.headers() == null ? null : options.headers().map(value);
        requireFits(topic, key, content, headers);
        Integer partition =
                options.partition() == null ? null : options.partition().map(value);
        Long time = options.timestamp() == null
                ? streamTime(timestamp)
                : options.timestamp().map(value);
        return new ProducerRecord<>(topic, partition, time, key, content, headers);
    }

    private String topic(T value) throws Exception {
        MapFunction<? super T, String> topicOf = options.topicOf();
        String topic = topicOf == null ? options.topic() : topicOf.map(value);
        if (topic == null || Topics.problem(topic).isPresent()) {
            throw new StaunchException(
                    "a record's topic is " + topic + ", which is no name of a topic", Remedy.FAIL_JOB);
        }
        return topic;
    }

    private static @Nullable Long streamTime(long timestamp) {
        return timestamp < 0 ? null : timestamp;
    }

    private void requireFits(
            String topic, byte @Nullable [] key, byte @Nullable [] value, @Nullable List<Header> headers) {
        long size = (long) OVERHEAD + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        if (headers != null) {
            for (Header header : headers) {
                size += header.key().length() * 3L + 10 + (header.value() == null ? 0 : header.value().length);
            }
        }
        if (size > largest) {
            throw new StaunchException(
                    "a record of " + size + " bytes for topic " + topic + " is larger than max.request.size " + largest
                            + ": raise property(\"max.request.size\", ...) and the topic's max.message.bytes, or make it smaller",
                    Remedy.FAIL_JOB);
        }
    }
}
