package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;

/** The clients of one process. */
final class SimulatedClients implements KafkaClients {
    private static final long ADMIN_TIMEOUT_MS = 60_000;

    private final SimulatedProcess process;
    private final SimulatedLog log;
    private final VirtualClock clock;
    private final Chance chance;

    SimulatedClients(SimulatedProcess process, SimulatedLog log, VirtualClock clock, Chance chance) {
        this.process = process;
        this.log = log;
        this.clock = clock;
        this.chance = chance;
    }

    @Override
    public AdminPort admin(ClientSettings settings) {
        return new SimulatedAdmin(
                log, wire(ProducerOptions.number(settings, "default.api.timeout.ms", ADMIN_TIMEOUT_MS)));
    }

    @Override
    public ProducerPort producer(ClientSettings settings) {
        ProducerOptions options = ProducerOptions.of(settings);
        return new SimulatedProducer(log, wire(options.maxBlockMs()), options);
    }

    @Override
    public ConsumerPort consumer(ClientSettings settings) {
        boolean committedOnly = "read_committed".equals(settings.value("isolation.level"));
        int most = (int) ProducerOptions.number(settings, "max.poll.records", 500);
        return new SimulatedConsumer(log, wire(ADMIN_TIMEOUT_MS), committedOnly, most);
    }

    private Wire wire(long patienceMs) {
        process.requireAlive();
        return new Wire(process, clock, chance, patienceMs);
    }
}
