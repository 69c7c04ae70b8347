package io.staunch.cli.demo;

import io.staunch.cli.command.Screen;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.util.Locale;

/**
 * One demo, from an empty folder to the verdict: a broker and whatever else the job writes to, the input in a topic, the job in a process of its own that is killed as
 * planned and started again, and a reader of its topic beside it.
 */
final class Demo {
    private final DemoOptions options;
    private final Screen screen;
    private final Signals signals = new Signals();

    Demo(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    /** @param workspace empty; what is put there is the caller's to close */
    Verdict run(Workspace workspace) throws InterruptedException {
        KafkaBroker broker = DemoBroker.start(workspace, options, screen);
        Beside beside = Beside.prepare(workspace, options, screen);
        Trial trial = options.job().trial(options.records(), DemoBroker.PARTITIONS, options.sinks());
        load(broker, trial.input());
        Output topic = trial.output(DemoSink.KAFKA);
        try (var reader =
                new OutputReader(broker.clientProperties(), options.job().output(), topic, signals, nanos -> {})) {
            reader.start();
            var lives =
                    new Lives(options, workspace, broker, beside.targets(), trial.wanted(), reader, signals, screen);
            screen.line("Running the job " + options.guarantee().text() + ", a checkpoint every "
                    + options.checkpointEvery().toMillis() + " ms, and killing it " + options.kills()
                    + " times (seed " + options.seed() + ") ...");
            int beforeCommit = 0;
            int atFollowers = 0;
            for (KillPlan.Kill kill : plan().kills()) {
                boolean atStep = lives.runUntil(kill);
                beforeCommit += atStep && options.guarantee() == Guarantee.EXACTLY_ONCE && kill.beforeCommit() ? 1 : 0;
                atFollowers += atStep && kill.atFollower() ? 1 : 0;
            }
            lives.runToTheEnd();
            beside.read(trial);
            return trial.verdict(
                    new Kills(options.guarantee(), options.kills(), beforeCommit, atFollowers, lives.recoveries()));
        }
    }

    private KillPlan plan() {
        boolean followers = options.sinks().size() > 1;
        return KillPlan.random(options.kills(), options.records(), options.guarantee(), followers, options.seed());
    }

    private void load(KafkaBroker broker, Input input) {
        screen.line(String.format(
                Locale.ROOT, "Loading %,d %s into topic '%s' ...", options.records(), input.plural(), input.topic()));
        try (var loader = new Loader(broker.clientProperties(), input, DemoBroker.PARTITIONS)) {
            loader.load(1, options.records(), done -> screen.progress("loading", done, options.records(), ""));
        }
    }
}
