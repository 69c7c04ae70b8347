package io.staunch.verification.kafka;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.runtime.environment.LocalEnvironment;
import java.util.UUID;
import java.util.function.Supplier;

/** This machine, with Kafka clients of a test's own. */
final class ClientsWorld implements Environment {
    private final Environment local = new LocalEnvironment();
    private final KafkaClients clients;

    ClientsWorld(KafkaClients clients) {
        this.clients = clients;
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return type == KafkaClients.class ? type.cast(clients) : local.port(type, production);
    }

    @Override
    public long nanoTime() {
        return local.nanoTime();
    }

    @Override
    public long currentTimeMs() {
        return local.currentTimeMs();
    }

    @Override
    public UUID newId() {
        return local.newId();
    }

    @Override
    public long random(long bound) {
        return local.random(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return local.start(name, agent);
    }

    @Override
    public boolean mayWait() {
        return local.mayWait();
    }

    @Override
    public Disk disk() {
        return local.disk();
    }

    @Override
    public void atShutdown(Runnable action) {
        local.atShutdown(action);
    }
}
