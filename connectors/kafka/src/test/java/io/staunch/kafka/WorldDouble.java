package io.staunch.kafka;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.Environment;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** A world with a clock that a test sets, agents that a test steps, and the doubles of Kafka's clients. */
class WorldDouble implements Environment, KafkaClients {
    final AdminDouble admin = new AdminDouble();
    final ConsumerDouble consumer;
    final List<ProducerDouble> producers = new ArrayList<>();
    final List<ClientSettings> settings = new ArrayList<>();
    final List<Agent> agents = new ArrayList<>();
    Runnable whileFencing = () -> {};
    long nanos;
    int wakes;

    WorldDouble(ConsumerDouble consumer) {
        this.consumer = consumer;
    }

    WorldDouble() {
        this(new ConsumerDouble(100));
    }

    @Override
    public AdminPort admin(ClientSettings with) {
        settings.add(with);
        return admin;
    }

    @Override
    public ProducerPort producer(ClientSettings with) {
        settings.add(with);
        ProducerDouble made = new ProducerDouble();
        made.whileFencing = whileFencing;
        producers.add(made);
        return made;
    }

    @Override
    public ConsumerPort consumer(ClientSettings with) {
        settings.add(with);
        return consumer;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long currentTimeMs() {
        return 0;
    }

    @Override
    public UUID newId() {
        return new UUID(0, 1);
    }

    @Override
    public long random(long bound) {
        return 0;
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        agents.add(agent);
        return new AgentHandle() {
            @Override
            public void wake() {
                wakes++;
            }

            @Override
            public boolean done() {
                return false;
            }
        };
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    @Override
    public Disk disk() {
        throw new UnsupportedOperationException("no disk here");
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return type.cast(this);
    }
}
