package io.staunch.verification.kafka;

import io.staunch.kafka.port.KafkaClients;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.util.function.Supplier;

/** This machine, with Kafka clients of a test's own. */
final class ClientsWorld extends ForwardingEnvironment {
    private final KafkaClients clients;

    ClientsWorld(KafkaClients clients) {
        super(new LocalEnvironment());
        this.clients = clients;
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return type == KafkaClients.class ? type.cast(clients) : super.port(type, production);
    }
}
