package io.staunch.kafka;

import io.staunch.function.MapFunction;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a Kafka sink was told.
 *
 * @param topic the one topic, or null if {@code topicOf} says it for each record
 */
record SinkOptions<T>(
        ValueFormat<T> format,
        ClientOptions client,
        @Nullable String topic,
        @Nullable MapFunction<? super T, String> topicOf,
        @Nullable KeyFormat<T, ?> key,
        @Nullable MapFunction<? super T, Integer> partition,
        @Nullable MapFunction<? super T, List<Header>> headers,
        @Nullable MapFunction<? super T, Long> timestamp,
        Duration transactionTimeout)
        implements Serializable {

    static <T> SinkOptions<T> of(ValueFormat<T> format) {
        return new SinkOptions<>(format, ClientOptions.NONE, null, null, null, null, null, null, Duration.ofMinutes(1));
    }

    SinkOptions<T> client(ClientOptions changed) {
        return new SinkOptions<>(
                format, changed, topic, topicOf, key, partition, headers, timestamp, transactionTimeout);
    }

    SinkOptions<T> topic(String name) {
        return new SinkOptions<>(format, client, name, null, key, partition, headers, timestamp, transactionTimeout);
    }

    SinkOptions<T> topicOf(MapFunction<? super T, String> ofRecord) {
        return new SinkOptions<>(
                format, client, null, ofRecord, key, partition, headers, timestamp, transactionTimeout);
    }

    SinkOptions<T> key(KeyFormat<T, ?> changed) {
        return new SinkOptions<>(
                format, client, topic, topicOf, changed, partition, headers, timestamp, transactionTimeout);
    }

    SinkOptions<T> partition(MapFunction<? super T, Integer> ofRecord) {
        return new SinkOptions<>(format, client, topic, topicOf, key, ofRecord, headers, timestamp, transactionTimeout);
    }

    SinkOptions<T> headers(MapFunction<? super T, List<Header>> ofRecord) {
        return new SinkOptions<>(
                format, client, topic, topicOf, key, partition, ofRecord, timestamp, transactionTimeout);
    }

    SinkOptions<T> timestamp(MapFunction<? super T, Long> ofRecord) {
        return new SinkOptions<>(format, client, topic, topicOf, key, partition, headers, ofRecord, transactionTimeout);
    }

    SinkOptions<T> transactionTimeout(Duration timeout) {
        return new SinkOptions<>(format, client, topic, topicOf, key, partition, headers, timestamp, timeout);
    }

    String description() {
        String what = topic != null ? "topic " + topic : topicOf != null ? "topics by record" : "no topic";
        return "kafka " + what + " at " + (client.servers().isEmpty() ? "no brokers" : client.servers());
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>(client.problems(SinkRules.RULES));
        if (topic == null && topicOf == null) {
            problems.add("no topic is given: name one with topic(\"...\")");
        }
        if (topic != null) {
            Topics.problem(topic).ifPresent(problems::add);
        }
        if (transactionTimeout.compareTo(Duration.ofSeconds(1)) < 0) {
            problems.add("transactionTimeout must be at least a second, was " + transactionTimeout);
        }
        problems.addAll(format.problems());
        return problems;
    }

    /** What serialisers are configured with. */
    Map<String, String> settings() {
        return client.resolveFor(ProducerConfig.configNames(), ProducerConfig.configNames());
    }

    /** The largest request that the producer sends, in bytes. */
    int largestRequest() {
        return Integer.parseInt(client.properties().getOrDefault("max.request.size", "1048576"));
    }

    @Override
    public String toString() {
        return (topic != null ? "topic " + topic : topicOf != null ? "topics by record" : "no topic") + " " + client
                + ", transaction timeout " + transactionTimeout;
    }
}
