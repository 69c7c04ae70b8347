package io.staunch.verification.kafka;

import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link JobProcess} runs: {@link CountingJob}, which stands still for good when it takes a step for the n-th time. Arguments: the
 * broker, the job's name, its folder, the milliseconds between checkpoints, the step or {@code -}, and n.
 */
final class JobLife implements JobListener {
    private final PrintStream parent;
    private final @Nullable ProtocolStep last;
    private int left;

    private JobLife(PrintStream parent, @Nullable ProtocolStep last, int times) {
        this.parent = parent;
        this.last = last;
        this.left = times;
    }

    public static void main(String[] arguments) throws InterruptedException {
        PrintStream parent = System.out;
        System.setOut(System.err);
        endWithParent();
        ProtocolStep last = arguments[4].equals("-") ? null : ProtocolStep.valueOf(arguments[4]);
        Settings settings = Settings.stateIn(Path.of(arguments[2]))
                .checkpointEvery(Duration.ofMillis(Long.parseLong(arguments[3])))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .listener(new JobLife(parent, last, Integer.parseInt(arguments[5])));
        Staunch.start(CountingJob.pipeline(arguments[0], arguments[1]), settings)
                .await();
    }

    @Override
    public void on(ProtocolEvent event) {
        parent.println(event.step());
        parent.flush();
        if (isLast(event.step())) {
            parent.println(JobProcess.HELD);
            parent.flush();
            standStill();
        }
    }

    private synchronized boolean isLast(ProtocolStep step) {
        return step == last && --left == 0;
    }

    private static void standStill() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void endWithParent() {
        var thread = new Thread(
                () -> {
                    try {
                        int nothing = System.in.read();
                        Runtime.getRuntime().halt(nothing);
                    } catch (IOException e) {
                        Runtime.getRuntime().halt(3);
                    }
                },
                "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }
}
