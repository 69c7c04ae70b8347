package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
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

    /** Each restart claims the store, and can't finish the claim: what it leaves there is nobody else's. */
    @Test
    void aDiskThatFailsForAWhileDoesNotLookLikeAnotherProcess() throws Exception {
        Pipeline pipeline = Pipeline.named("bad-disk").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(2, PER_SPLIT, true)).to("out", new Sinks.Transactional<>("bad-disk"));
        var world = new FullDisk();
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(2))
                .restart(new RestartPolicy(20, Duration.ofMillis(1), Duration.ofMillis(5)))
                .lastCheckpointWithin(Duration.ZERO)
                .listener(new Fault(world));
        try (Job job = new EmbeddedRunner().launch(pipeline, settings, world)) {
            job.await();
            assertThat(job.status().restarts()).isGreaterThanOrEqualTo(3);
        }
        assertThat(Outside.named("bad-disk").committed())
                .doesNotHaveDuplicates()
                .hasSize((int) (2 * PER_SPLIT));
    }

    /** Nothing can be written from the moment at which the second checkpoint is to become durable, until there were three restarts. */
    private static final class Fault implements JobListener {
        private final FullDisk world;
        private int acknowledged;
        private int restarts;

        Fault(FullDisk world) {
            this.world = world;
        }

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.ACKNOWLEDGED && ++acknowledged == 2) {
                world.unwritable(true);
            } else if (event.step() == ProtocolStep.RESTARTING && ++restarts == 3) {
                world.unwritable(false);
            }
        }
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
