package io.staunch.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.airports.Flight;
import io.staunch.examples.airports.Flights;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes flights into the input topic, by origin, so that all flights of an airport are in one partition, in order. */
final class Loader implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final JsonMapper json = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();
    private final Flights flights;
    private final String topic;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** @param client how to reach the broker */
    Loader(Map<String, Object> client, Flights flights, String topic) {
        this.flights = flights;
        this.topic = topic;
        client.put(ProducerConfig.ACKS_CONFIG, "all");
        client.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        client.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        producer = new KafkaProducer<>(client, new StringSerializer(), new ByteArraySerializer());
    }

    /** Writes the flights with the numbers {@code from} to {@code to}; they are in the topic when this returns. */
    void load(int from, int to, IntConsumer progress) {
        for (int number = from; number <= to && failure.get() == null; number++) {
            Flight flight = flights.flight(number);
            var unused = producer.send(new ProducerRecord<>(topic, flight.origin(), bytes(flight)), this::sent);
            if (number % 1_000 == 0) {
                progress.accept(number);
            }
        }
        producer.flush();
        Exception failed = failure.get();
        if (failed != null) {
            throw new CommandFailure("the flights can't be written to topic '" + topic + "': " + failed, failed);
        }
        progress.accept(to);
    }

    /** Called by the producer's thread. */
    private void sent(RecordMetadata where, @Nullable Exception e) {
        if (e != null) {
            failure.compareAndSet(null, e);
        }
    }

    private byte[] bytes(Flight flight) {
        try {
            return json.writeValueAsBytes(flight);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a flight has no form in JSON", e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
