package io.staunch.cli.demo;

import io.staunch.cli.command.Screen;
import io.staunch.kafka.testkit.broker.KafkaBroker;

/** The broker of a demo, with the topics of the job. */
final class DemoBroker {
    /** Of each topic. */
    static final int PARTITIONS = 4;

    private DemoBroker() {}

    static KafkaBroker start(Workspace workspace, DemoOptions options, Screen screen) {
        screen.line("Starting a Kafka broker in a process of its own ...");
        KafkaBroker broker = workspace.startBroker(options.port());
        broker.createTopic(options.job().input(), PARTITIONS);
        broker.createTopic(options.job().output(), PARTITIONS);
        screen.line("  it listens at " + broker.bootstrapServers() + " and keeps its data in " + workspace.folder());
        return broker;
    }
}
