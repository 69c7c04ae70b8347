package io.staunch.kafka;

import io.staunch.function.MapFunction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What a sink makes of its records, as the user said it.
 *
 * @param value bytes of the value
 * @param key bytes of the key; null for none
 * @param headers null for none
 * @param time the record's timestamp; null for that of the stream
 * @param topic the topic for all, or null if {@code topicOf} chooses or none is given
 * @param topicOf chooses the topic of a record; null if one is fixed or none is given
 * @param partition chooses the partition; null leaves it to the producer (by the key's hash, if there is a key)
 */
record Encoding<T>(
        Part<T, ?> value,
        @Nullable Part<T, ?> key,
        @Nullable MapFunction<? super T, ? extends Iterable<Header>> headers,
        @Nullable RecordTime<T> time,
        @Nullable String topic,
        @Nullable MapFunction<? super T, String> topicOf,
        @Nullable PartitionFunction<? super T> partition)
        implements Serializable {
    /** A part of a record, and how it becomes bytes. */
    record Part<T, P>(MapFunction<? super T, ? extends @Nullable P> of, PartFormat<P> format) implements Serializable {}

    /** The timestamp of a record. */
    @FunctionalInterface
    interface RecordTime<T> extends Serializable {
        /** Milliseconds since 1970, given that of the stream, or {@link Long#MIN_VALUE} if there is none. */
        long of(T value, long streamMs) throws Exception;
    }

    static <T> Encoding<T> of(Part<T, ?> value) {
        return new Encoding<>(value, null, null, null, null, null, null);
    }

    Encoding<T> key(Part<T, ?> part) {
        return new Encoding<>(value, part, headers, time, topic, topicOf, partition);
    }

    Encoding<T> headers(MapFunction<? super T, ? extends Iterable<Header>> of) {
        return new Encoding<>(value, key, of, time, topic, topicOf, partition);
    }

    Encoding<T> time(RecordTime<T> of) {
        return new Encoding<>(value, key, headers, of, topic, topicOf, partition);
    }

    Encoding<T> topic(@Nullable String name, @Nullable MapFunction<? super T, String> of) {
        return new Encoding<>(value, key, headers, time, name, of, partition);
    }

    Encoding<T> partition(PartitionFunction<? super T> of) {
        return new Encoding<>(value, key, headers, time, topic, topicOf, of);
    }

    /** All mistakes, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(value.format().problems());
        if (key != null) {
            problems.addAll(key.format().problems());
        }
        if (topic == null && topicOf == null) {
            problems.add("no topic is given: name one with topic(\"...\"), or choose with topic(function)");
        }
        if (topic != null) {
            Topics.problem(topic).ifPresent(problems::add);
        }
        return problems;
    }

    /** For messages: {@code topic totals}. */
    String words() {
        if (topic != null) {
            return "topic " + topic;
        }
        return topicOf == null ? "no topic" : "topics chosen by a function";
    }
}
