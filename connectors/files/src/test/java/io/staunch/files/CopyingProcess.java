package io.staunch.files;

import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A job in a process of its own that copies lines, and stands still for ever, to be killed, when it takes a step. Arguments: the folder, the
 * step.
 */
final class CopyingProcess implements JobListener {
    static final String HELD = "HELD";

    private final ProtocolStep step;

    private CopyingProcess(ProtocolStep step) {
        this.step = step;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        var listener = new CopyingProcess(ProtocolStep.valueOf(arguments[1]));
        Pipeline pipeline = Pipeline.named("copy").guarantee(Guarantee.EXACTLY_ONCE);
        pipeline.from("in", FileSource.lines(folder.resolve("in")).bounded())
                .map(CopyingProcess::slowly)
                .to("out", FileSink.lines(folder.resolve("out")).rollAtBytes(2_000));
        Settings settings = Settings.stateIn(folder.resolve("state")).checkpointEvery(Duration.ofMillis(5));
        Staunch.start(pipeline, settings.listener(listener)).await();
    }

    /** So that there are many checkpoints before the end. */
    private static String slowly(String line) {
        long until = System.nanoTime() + 200_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        return line;
    }

    @Override
    public void on(ProtocolEvent event) {
        if (event.step() == step) {
            System.out.println(HELD);
            System.out.flush();
            try {
                Thread.currentThread().join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
