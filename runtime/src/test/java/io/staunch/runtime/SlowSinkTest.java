package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sink that is slow to flush: the checkpoint that waits for it is given up, nothing is lost or repeated, and a later one has it all. */
@Timeout(120)
class SlowSinkTest {
    private static final long PER_SPLIT = 10_000;

    @TempDir
    Path folder;

    /** Lets the sink flush once this many checkpoints have failed. */
    private static final class Opener implements JobListener {
        private final Outside outside;
        private final int failures;
        private final ConcurrentLinkedQueue<String> reasons = new ConcurrentLinkedQueue<>();

        Opener(Outside outside, int failures) {
            this.outside = outside;
            this.failures = failures;
        }

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.CHECKPOINT_FAILED) {
                reasons.add(event.detail());
                if (reasons.size() == failures) {
                    outside.letFlush();
                }
            }
        }
    }

    @Test
    void aCheckpointThatItHoldsUpIsGivenUpByNameAndALaterOneHasItAll() throws Exception {
        String name = "slow-" + System.nanoTime();
        Outside outside = Outside.named(name);
        outside.holdFlushes();
        var opener = new Opener(outside, 3);
        Pipeline pipeline = Pipeline.named("slow-sink").guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(3, PER_SPLIT, true)).to("out", new Sinks.Transactional<>(name));
        Settings settings = Settings.stateIn(folder)
                .checkpointEvery(Duration.ofMillis(5))
                .checkpointTimeout(Duration.ofMillis(50))
                .toleratedFailures(Integer.MAX_VALUE)
                .parallelism(2)
                .restart(RestartPolicy.never())
                .listener(opener);
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
            assertThat(job.status().restarts()).isZero();
        }
        assertThat(opener.reasons).hasSizeGreaterThanOrEqualTo(3);
        assertThat(opener.reasons.peek()).contains("took longer than PT0.05S").contains("outside:" + name);
        List<Object> committed = outside.committed();
        assertThat(committed).doesNotHaveDuplicates().hasSize((int) (3 * PER_SPLIT));
    }
}
