package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.ConfigurationException;
import io.staunch.error.StaunchException;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The main job, topic to topic, on a real broker: exact after a failure at every step of the protocol, and after a broker that is killed. */
@Timeout(300)
class MainJobIT {
    private static final int RECORDS = 20_000;

    private static KafkaBroker broker;
    private static int number;

    @TempDir
    Path folder;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static Pipeline pipeline(String name) {
        return CountingJob.pipeline(broker.bootstrapServers(), name);
    }

    private Settings settings() {
        return Settings.stateIn(folder.resolve("state"))
                .checkpointEvery(Duration.ofMillis(20))
                .parallelism(2)
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CHECKPOINT_FAILED", "RESTARTING", "ENDED", "SETTLED"},
            mode = EnumSource.Mode.EXCLUDE)
    void aFailureAtAnyStepLeavesTheOutputExact(ProtocolStep step) throws Exception {
        String name = "job-" + number++;
        broker.createTopic(name + "-in", 2);
        broker.createTopic(name + "-out", 2);
        Topics.fill(broker, name + "-in", RECORDS);
        Pipeline pipeline = pipeline(name);
        for (int time = 1; time <= 2; time++) {
            var failing = new FailingAt(step, time);
            try (Job job = Staunch.start(pipeline, settings().listener(failing))) {
                Topics.awaitCommitted(broker, name + "-out", RECORDS, job);
                job.stop();
                job.await();
            } catch (StaunchException | IllegalStateException e) {
                assertThat(failing.hit.get())
                        .as("failed for another reason: %s", e)
                        .isTrue();
            }
        }
        finish(pipeline, name + "-out");
        assertExact(name + "-out");
    }

    @Test
    void aBrokerThatIsKilledCostsNothing() throws Exception {
        String name = "job-" + number++;
        broker.createTopic(name + "-in", 2);
        broker.createTopic(name + "-out", 2);
        Topics.fill(broker, name + "-in", RECORDS);
        Pipeline pipeline = pipeline(name);
        Settings patient = settings().restart(new RestartPolicy(100, Duration.ofMillis(100), Duration.ofSeconds(1)));
        try (Job job = Staunch.start(pipeline, patient)) {
            for (int kill = 0; kill < 2; kill++) {
                Topics.awaitCommitted(broker, name + "-out", (kill + 1) * RECORDS / 4, job);
                broker.kill();
                broker.restart();
            }
            Topics.awaitCommitted(broker, name + "-out", RECORDS, job);
            job.stop();
            job.await();
        }
        assertExact(name + "-out");
    }

    @Test
    void topicsThatDoNotExistAreNamedWithWhatToDo() {
        assertThatThrownBy(() -> Staunch.start(pipeline("nowhere"), settings()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no topic 'nowhere-out'")
                .hasMessageContaining("kafka-topics.sh --create");
    }

    private void finish(Pipeline pipeline, String topic) throws Exception {
        try (Job job = Staunch.start(pipeline, settings())) {
            Topics.awaitCommitted(broker, topic, RECORDS, job);
            job.stop();
            job.await();
        }
    }

    private static void assertExact(String topic) {
        CountsReader.assertExact(broker, topic, RECORDS);
    }

    /** Fails the job the n-th time it takes a step. */
    private static final class FailingAt implements JobListener {
        private final ProtocolStep step;
        private final AtomicBoolean hit = new AtomicBoolean();
        private int left;

        FailingAt(ProtocolStep step, int time) {
            this.step = step;
            this.left = time;
        }

        @Override
        public synchronized void on(ProtocolEvent event) {
            if (hit.get() || (event.step() == step && --left == 0)) {
                hit.set(true);
                throw new IllegalStateException("failed at " + step);
            }
        }
    }
}
