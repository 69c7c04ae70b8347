package io.staunch.verification.simulation;

import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import java.util.TreeMap;

/**
 * Kafka clients whose transactional ids are the process's own.
 *
 * @param process its name
 * @param ids which ids: those that end like this, all of them if it is empty
 */
record BrokenClients(KafkaClients clients, String process, String ids) implements KafkaClients {
    private static final String ID = "transactional.id";

    @Override
    public AdminPort admin(ClientSettings settings) {
        return clients.admin(settings);
    }

    @Override
    public ProducerPort producer(ClientSettings settings) {
        String id = settings.value(ID);
        if (id == null || !id.endsWith(ids)) {
            return clients.producer(settings);
        }
        var changed = new TreeMap<>(settings.values());
        changed.put(ID, id + "-" + process);
        return clients.producer(new ClientSettings(changed));
    }

    @Override
    public ConsumerPort consumer(ClientSettings settings) {
        return clients.consumer(settings);
    }
}
