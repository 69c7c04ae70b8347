package io.staunch.kafka.wire;

import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/** Real clients. */
public final class KafkaClientsOverTheWire implements KafkaClients {
    @Override
    public AdminPort admin(ClientSettings settings) {
        return new AdminOverTheWire(Admin.create(objects(settings)));
    }

    @Override
    public ProducerPort producer(ClientSettings settings) {
        return new ProducerOverTheWire(
                new KafkaProducer<>(objects(settings), new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /** Keys and values are views of what came from the network, so that nothing is copied before it is deserialised. */
    @Override
    public ConsumerPort consumer(ClientSettings settings) {
        return new ConsumerOverTheWire(
                new KafkaConsumer<>(objects(settings), new ByteBufferDeserializer(), new ByteBufferDeserializer()));
    }

    private static Map<String, Object> objects(ClientSettings settings) {
        return new TreeMap<>(settings.values());
    }
}
