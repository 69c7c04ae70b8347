package io.staunch.verification.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.staunch.verification.kafka.CountingJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic as a {@code read_committed} consumer does. A broker that is away is waited for. */
final class TopicReader implements OutputReader {
    private final KafkaConsumer<String, String> consumer;
    private final List<TopicPartition> partitions;
    private final JsonMapper json = new JsonMapper();

    /** @param client how to reach the broker, past any fault of the network */
    TopicReader(Map<String, Object> client, String topic) {
        client.put("isolation.level", "read_committed");
        client.put("auto.offset.reset", "earliest");
        client.put("enable.auto.commit", "false");
        client.put("reconnect.backoff.max.ms", "200");
        consumer = new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer());
        partitions = consumer.partitionsFor(topic).stream()
                .map(found -> new TopicPartition(topic, found.partition()))
                .toList();
        consumer.assign(partitions);
    }

    @Override
    public void read(Taker taker) {
        try {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                take(record, taker);
            }
        } catch (RetriableException | WakeupException away) {
            // It comes back, or this is closed.
        }
    }

    private void take(ConsumerRecord<String, String> record, Taker taker) {
        try {
            taker.take(record.partition(), json.readValue(record.value(), CountingJob.Running.class));
        } catch (JsonProcessingException e) {
            taker.take(record.partition(), null);
        }
    }

    @Override
    public boolean atEnd() {
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            return partitions.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
        } catch (RetriableException | WakeupException away) {
            return false;
        }
    }

    @Override
    public void interrupt() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
