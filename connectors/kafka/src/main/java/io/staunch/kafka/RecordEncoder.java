package io.staunch.kafka;

import io.staunch.kafka.Encoding.Part;
import io.staunch.kafka.PartFormat.HeadersOnDemand;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.SinkEncoder;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into bytes, and refuses those that the client or the broker would refuse. Single owner: a task, on its
 * worker.
 */
final class RecordEncoder<T> implements SinkEncoder<T, EncodedRecord> {
    private final Encoding<T> encoding;
    private final PartBytes<T> key;
    private final PartBytes<T> value;
    private final int mostBytes;
    private final HeadersOnDemand onDemand = new HeadersOnDemand();
    private final @Nullable TopicLimits limits;

    /**
     * @param mostBytes size of the largest record, as {@link RecordSize} counts it
     * @param limits of the topic, if it is one for all records and has any that are known
     */
    RecordEncoder(Encoding<T> encoding, Map<String, String> settings, int mostBytes, @Nullable TopicLimits limits) {
        this.limits = limits;
        this.encoding = encoding;
        this.value = PartBytes.of(encoding.value(), settings, false);
        this.key =
                encoding.key() == null ? (topic, headers, none) -> null : PartBytes.of(encoding.key(), settings, true);
        this.mostBytes = mostBytes;
    }

    /** A part of the record and its bytes in one. */
    @FunctionalInterface
    private interface PartBytes<T> {
        byte @Nullable [] of(String topic, HeadersOnDemand headers, T value) throws Exception;

        static <T, P> PartBytes<T> of(Part<T, P> part, Map<String, String> settings, boolean key) {
            PartFormat.Writer<P> writer = part.format().open(settings, key);
            return (topic, headers, value) -> {
                P found = part.of().map(value);
                if (found == null) {
                    return null;
                }
                try {
                    return writer.write(topic, headers, found);
                } catch (Exception e) {
                    throw bad(
                            topic, "its " + (key ? "key" : "value") + " can't be serialised: " + BadRecords.reason(e));
                }
            };
        }
    }

    @Override
    public EncodedRecord encode(T record, long streamMs) throws Exception {
        String topic = encoding.topic() == null ? chosenTopic(record) : encoding.topic();
        onDemand.clear();
        if (encoding.headers() != null) {
            for (Header header : encoding.headers().map(record)) {
                if (header == null || header.key() == null) {
                    throw bad(topic, "one of its headers is null, or has no key");
                }
                onDemand.get().add(header);
            }
        }
        byte[] keyBytes = key.of(topic, onDemand, record);
        byte[] valueBytes = value.of(topic, onDemand, record);
        Headers headers = onDemand.take();
        int size = RecordSize.atMost(keyBytes, valueBytes, headers);
        if (size > mostBytes) {
            throw bad(
                    topic,
                    "it takes " + size + " bytes and at most " + mostBytes + " may be sent: raise"
                            + " max.request.size (and the topic's max.message.bytes with it), or write smaller records");
        }
        var encoded = new EncodedRecord(
                topic, time(topic, record, streamMs), keyBytes, valueBytes, headers, partition(record));
        if (limits != null) {
            limits.check(encoded);
        }
        return encoded;
    }

    private String chosenTopic(T record) throws Exception {
        String topic = encoding.topicOf().map(record);
        if (topic == null) {
            throw bad("(none)", "the function that chooses the topic gave null");
        }
        Topics.problem(topic).ifPresent(problem -> {
            throw bad(topic, problem);
        });
        return topic;
    }

    private @Nullable Long time(String topic, T record, long streamMs) throws Exception {
        long time = encoding.time() == null ? streamMs : encoding.time().of(record, streamMs);
        if (time == Long.MIN_VALUE) {
            return null;
        }
        if (time < 0) {
            throw bad(topic, "its timestamp is before 1970, which Kafka can't keep: give one with timestamp(...)");
        }
        return time;
    }

    private @Nullable IntUnaryOperator partition(T record) {
        PartitionFunction<? super T> chooser = encoding.partition();
        return chooser == null ? null : partitions -> chooser.partition(record, partitions);
    }

    private static RefusedRecordException bad(String topic, String why) {
        return new RefusedRecordException("a record for topic " + topic + " can't be written: " + why);
    }
}
