package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.job.EmbeddedRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FullDiskTest {
    private static final long PER_SPLIT = 200_000;

    @TempDir
    Path folder;

    @Test
    void whileTheDiskIsFullCheckpointsFailWithTheReasonAndNothingIsLost() throws Exception {
        Pipeline pipeline = Pipeline.named("full-disk");
        pipeline.from("numbers", new Numbers(2, PER_SPLIT, true)).to("out", new Sinks.Transactional<>("full-disk"));
        var world = new FullDisk();
        var watch = new Watch(world);
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(2))
                .toleratedFailures(1_000_000)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO)
                .listener(watch);
        try (Job job = new EmbeddedRunner().launch(pipeline, settings, world)) {
            watch.failures.await();
            assertThat(job.status().ready()).isFalse();
            assertThat(job.status().live()).isTrue();
            world.full(false);
            job.await();
        }
        assertThat(watch.reason).contains("No space left on device");
        assertThat(Outside.named("full-disk").committed())
                .doesNotHaveDuplicates()
                .hasSize((int) (2 * PER_SPLIT));
    }

    /** Fills the disk when the second checkpoint is durable, and waits for five that fail. */
    private static final class Watch implements JobListener {
        private final FullDisk world;
        private final CountDownLatch failures = new CountDownLatch(5);
        private volatile String reason = "";
        private int durable;

        Watch(FullDisk world) {
            this.world = world;
        }

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.DURABLE && ++durable == 1) {
                world.full(true);
            } else if (event.step() == ProtocolStep.CHECKPOINT_FAILED) {
                reason = event.detail();
                failures.countDown();
            }
        }
    }
}
