package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StopWhileStartingTest {
    @TempDir
    Path folder;

    @Test
    void aJobThatIsStoppedTwiceWhileItsStartWaitsEndsOnceAndInOrder() throws Exception {
        Pipeline pipeline = Pipeline.named("waiting");
        pipeline.from("numbers", new Numbers(1, 10, false)).to("out", new Sinks.Transactional<>("waiting"));
        var world = new Watched();
        var gate = new Gate();
        Settings settings =
                Settings.stateIn(folder).lastCheckpointWithin(Duration.ZERO).listener(gate);
        var job = new EmbeddedRunner().launch(pipeline, settings, world);
        gate.reached.await();
        job.stop();
        job.stop();
        gate.open.countDown();
        job.await();
        while (!world.agents.stream().allMatch(AgentHandle::done)) {
            Thread.onSpinWait();
        }
        assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
        assertThat(world.thrown).isEmpty();
        assertThat(gate.steps).containsOnlyOnce(ProtocolStep.ENDED);
    }

    /** The look never returns by itself, and the job may not restart. */
    @ParameterizedTest
    @ValueSource(strings = {"stop", "finish", "close"})
    void aStartThatWaitsForTheOutsideIsInterrupted(String how) throws Exception {
        String name = "interrupted by " + how;
        Outside outside = Outside.named(name);
        Pipeline pipeline = Pipeline.named("waiting");
        pipeline.from("numbers", new Numbers(1, 10, false)).to("out", new Sinks.Transactional<>(name));
        var world = new Watched();
        Settings settings =
                Settings.stateIn(folder).lastCheckpointWithin(Duration.ZERO).restart(RestartPolicy.never());
        outside.hangLook();
        var job = new EmbeddedRunner().launch(pipeline, settings, world);
        outside.awaitLook();
        switch (how) {
            case "stop" -> job.stop();
            case "finish" -> job.finish();
            default -> job.close();
        }
        job.await();
        assertThat(job.status().phase()).isEqualTo(JobStatus.Phase.STOPPED);
        assertThat(job.status().failure()).isNull();
        assertThat(world.thrown).isEmpty();
    }

    /** Holds the coordinator in its first step. */
    private static final class Gate implements JobListener {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);
        private final Queue<ProtocolStep> steps = new ConcurrentLinkedQueue<>();

        @Override
        public void on(ProtocolEvent event) {
            steps.add(event.step());
            if (event.step() == ProtocolStep.EPOCH_CLAIMED) {
                reached.countDown();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** This machine, with an eye on what agents throw, which they must not. */
    private static final class Watched extends ForwardingEnvironment {
        private final List<AgentHandle> agents = new CopyOnWriteArrayList<>();
        private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

        Watched() {
            super(new LocalEnvironment());
        }

        @Override
        public AgentHandle start(String name, Agent agent) {
            AgentHandle handle = super.start(name, () -> {
                try {
                    return agent.step();
                } catch (Throwable e) {
                    thrown.add(e);
                    throw e;
                }
            });
            agents.add(handle);
            return handle;
        }
    }
}
