package io.staunch.cli.demo;

import io.staunch.cli.command.Screen;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.util.Locale;

/**
 * One demo, from an empty folder to the verdict: a broker, the input in a topic, the job in a process of its own that is killed as
 * planned and started again, and a reader of its output beside it.
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
        Trial trial = options.job().trial(options.records(), DemoBroker.PARTITIONS);
        load(broker, trial.input());
        try (var reader = new OutputReader(
                broker.clientProperties(), options.job().output(), trial.output(), signals, nanos -> {})) {
            reader.start();
            var lives = new Lives(options, workspace, broker, trial.wanted(), reader, signals, screen);
            screen.line("Running the job " + options.guarantee().text() + ", a checkpoint every "
                    + options.checkpointEvery().toMillis() + " ms, and killing it " + options.kills()
                    + " times (seed " + options.seed() + ") ...");
            int beforeCommit = 0;
            KillPlan plan = KillPlan.random(options.kills(), options.records(), options.guarantee(), options.seed());
            for (KillPlan.Kill kill : plan.kills()) {
                boolean atStep = lives.runUntil(kill);
                beforeCommit += atStep && options.guarantee() == Guarantee.EXACTLY_ONCE ? 1 : 0;
            }
            lives.runToTheEnd();
            return trial.verdict(new Kills(options.guarantee(), options.kills(), beforeCommit, lives.recoveries()));
        }
    }

    private void load(KafkaBroker broker, Input input) {
        screen.line(String.format(
                Locale.ROOT, "Loading %,d %s into topic '%s' ...", options.records(), input.plural(), input.topic()));
        try (var loader = new Loader(broker.clientProperties(), input, DemoBroker.PARTITIONS)) {
            loader.load(1, options.records(), done -> screen.progress("loading", done, options.records(), ""));
        }
    }
}
