package io.staunch.cli.demo;

import io.staunch.cli.command.Screen;
import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.kafka.testkit.broker.KafkaBroker;

/** The broker of a demo, with the topics of the job. */
final class DemoBroker {
    private static final int PARTITIONS = 4;

    private DemoBroker() {}

    static KafkaBroker start(Workspace workspace, DemoOptions options, Screen screen) {
        screen.line("Starting a Kafka broker in a process of its own ...");
        KafkaBroker broker = workspace.startBroker(options.port());
        broker.createTopic(AirportDelaysJob.FLIGHTS, PARTITIONS);
        broker.createTopic(AirportDelaysJob.AIRPORT_DELAYS, PARTITIONS);
        screen.line("  it listens at " + broker.bootstrapServers() + " and keeps its data in " + workspace.folder());
        return broker;
    }
}
