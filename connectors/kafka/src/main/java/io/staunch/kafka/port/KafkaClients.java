package io.staunch.kafka.port;

/**
 * Makes clients. Had from {@code environment.port(KafkaClients.class, KafkaClientsOverTheWire::new)}; safe for use by
 * any thread.
 *
 * <p>Making a client may resolve the bootstrap servers' names, and throws {@code KafkaException} or {@code
 * ConfigException} for a wrong setting; it does not wait for a broker.
 */
public interface KafkaClients {
    /**
     * A client for questions and for making topics. Settings that matter to a simulation: {@code bootstrap.servers}.
     */
    AdminPort admin(ClientSettings settings);

    /**
     * A producer; a transactional one if {@code transactional.id} is set. Settings that matter to a simulation: {@code
     * bootstrap.servers}, {@code transactional.id}, {@code transaction.timeout.ms}, {@code max.request.size}, {@code
     * acks}.
     */
    ProducerPort producer(ClientSettings settings);

    /**
     * A consumer that belongs to no group and commits nothing. Settings that matter to a simulation: {@code
     * bootstrap.servers}, {@code isolation.level}, {@code auto.offset.reset} (always {@code none}), {@code
     * max.poll.records}.
     */
    ConsumerPort consumer(ClientSettings settings);
}
