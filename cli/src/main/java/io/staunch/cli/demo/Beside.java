package io.staunch.cli.demo;

import io.staunch.cli.command.Screen;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The outputs beside Kafka that a demo is to have: made before the job's first life, and read after its last. Owned by the demo's main thread. */
final class Beside {
    private final Map<DemoSink, OutputBeside> outputs = new EnumMap<>(DemoSink.class);
    private Targets targets = Targets.NONE;

    private Beside() {}

    static Beside prepare(Workspace workspace, DemoOptions options, Screen screen) {
        var beside = new Beside();
        if (options.sinks().contains(DemoSink.JDBC)) {
            screen.line("Starting a PostgreSQL in processes of its own ...");
            TableOutput table = TableOutput.in(workspace.startDatabase());
            beside.outputs.put(DemoSink.JDBC, table);
            beside.targets = new Targets(table.database(), null);
        }
        if (options.sinks().contains(DemoSink.FILES)) {
            Path folder = workspace.files();
            beside.outputs.put(DemoSink.FILES, new FilesOutput(folder));
            beside.targets = new Targets(beside.targets.database(), folder);
        }
        return beside;
    }

    /** As the job needs to know them. */
    Targets targets() {
        return targets;
    }

    /** Counts all that there is; for when no job writes any longer. */
    void read(Trial trial) {
        outputs.forEach((sink, output) -> output.read(trial.output(sink)));
    }
}
