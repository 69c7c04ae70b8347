package io.staunch.kafka.testkit.real;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.graph.Node;
import io.staunch.observe.ProtocolStep;
import io.staunch.testkit.process.HoldAt;
import io.staunch.testkit.process.ParentLink;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What the JVM of a {@link Life} runs: the pipeline, held at a step if it is to be killed there, or until it is told to stop. */
public final class LifeMain {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final CountDownLatch stop = new CountDownLatch(1);
    private final ParentLink parent = ParentLink.open(this::obey);

    private LifeMain() {}

    /**
     * Runs a life.
     *
     * @param arguments those of {@link LifeSettings}, the step to be held at or {@code -}, and at which meeting
     */
    public static void main(String[] arguments) throws Throwable {
        new LifeMain().run(arguments);
    }

    private void obey(String line) {
        if (line.equals(Life.STOP)) {
            stop.countDown();
        }
    }

    private void run(String[] arguments) throws Throwable {
        LifeSettings life = LifeSettings.of(arguments);
        try {
            Pipeline pipeline = life.pipeline().call(life.bootstrapServers());
            Settings settings = Settings.stateIn(life.state())
                    .checkpointEvery(life.checkpointEvery())
                    .parallelism(life.parallelism());
            String step = arguments[LifeSettings.COUNT];
            if (!step.equals("-")) {
                settings = settings.listener(new HoldAt(
                        ProtocolStep.valueOf(step),
                        Integer.parseInt(arguments[LifeSettings.COUNT + 1]),
                        () -> parent.say(Life.MET),
                        () -> parent.say(Life.HELD)));
            }
            work(Staunch.start(pipeline, settings), pipeline);
        } catch (Throwable e) {
            parent.say(Life.FAILED + String.valueOf(e).replace('\n', ' '));
            throw e;
        }
    }

    private void work(Job job, Pipeline pipeline) throws InterruptedException {
        parent.say(Life.READS);
        long sources = pipeline.nodes().stream()
                .filter(n -> n.kind() == Node.Kind.SOURCE)
                .count();
        boolean told = false;
        while (!job.await(LOOK)) {
            if (!told && stop.getCount() == 0) {
                told = true;
                job.stop();
            }
            Map<String, Long> lag = job.metrics().lag();
            if (lag.size() == sources) {
                parent.say(Life.LAG
                        + lag.values().stream().mapToLong(Long::longValue).sum());
            }
        }
        job.await();
    }
}
