package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.simulated.SimulatedKafka;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.TopicReader;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A commit that hangs, since the broker's transaction coordinator is stuck: told, waited for, and given up with a reason. */
class StuckCoordinatorTest {
    private static final String SERVERS = "simulated:9092";
    private static final int MOST_STEPS = 3_000_000;

    private final SimulatedWorld world = new SimulatedWorld(11, FaultPlan.none());
    private final SimulatedLog log = SimulatedKafka.in(world, CallFaults.NONE).log();
    private final Watch watch = new Watch();
    private final List<String> written = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private TopicReader output;
    private Job job;

    @BeforeEach
    void createTopics() {
        log.createTopic("in", 1, Map.of());
        output = new TopicReader(log.createTopic("out", 1, Map.of()));
    }

    /** The test itself gets no turn while the committer waits, so it is the listener that lets go. */
    @Test
    void whatIsWaitedForIsToldAndNoLaterCheckpointStarts() {
        start(RestartPolicy.never());
        hangInACommit();
        watch.whenWaiting = waiting -> {
            watch.waited.add(waiting);
            if (watch.last(ProtocolStep.CHECKPOINT_STARTED) == watch.last(ProtocolStep.COMMIT_SENT)
                    && watch.last(ProtocolStep.COMMITTED) < watch.last(ProtocolStep.COMMIT_SENT)) {
                log.coordinator().letGo();
            }
        };
        until("everything is committed", this::exact);
        assertThat(watch.waited).singleElement().asString().startsWith("kafka:").endsWith("(COMMIT)");
        assertThat(job.status().restarts()).isZero();
        until("nothing is waited for", () -> job.status().waiting().isEmpty());
    }

    @Test
    void aCommitThatIsGivenUpIsSettledByTheLedgerOnceThereIsOne() {
        start(RestartPolicy.upTo(100));
        hangInACommit();
        until("the commit is given up", () -> job.status().restarts() > 0);
        assertThat(watch.reasons)
                .first()
                .asString()
                .startsWith("writing to topic 'staunch-ledger-copying' at " + SERVERS + " failed")
                .contains("the transaction coordinator does not answer")
                .endsWith("What was not committed is read again from the last checkpoint");

        log.coordinator().letGo();
        until("everything is committed", this::exact);
        assertThat(job.status().phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void aCoordinatorThatDoesNotComeBackEndsTheJobWithTheReason() {
        start(RestartPolicy.upTo(2));
        hangInACommit();
        until("the job ends", () -> job.status().phase().ended());
        assertThat(job.status().phase()).isEqualTo(Phase.FAILED);
        assertThat(job.status().failure())
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("fencing transactional id 'staunch-copying-0' at " + SERVERS + " failed")
                .hasMessageContaining("the transaction coordinator does not answer")
                .hasMessageContaining("given up after 2 restarts");

        log.coordinator().letGo();
        start(RestartPolicy.never());
        until("everything is committed", this::exact);
    }

    /** Some output is committed, and then the coordinator is stuck before the next commit is decided. */
    private void hangInACommit() {
        append(100);
        until("the first output is committed", this::exact);
        append(100);
        long before = watch.last(ProtocolStep.COMMIT_SENT);
        until("a commit is sent", () -> watch.last(ProtocolStep.COMMIT_SENT) > before);
        log.coordinator().hold();
        append(100);
    }

    private void start(RestartPolicy restarts) {
        Pipeline pipeline = Pipeline.named("copying").guarantee(Guarantee.EXACTLY_ONCE);
        pipeline.from("in", KafkaSource.strings().bootstrapServers(SERVERS).topic("in"))
                .to("out", KafkaSink.strings().bootstrapServers(SERVERS).topic("out"));
        Settings settings = Settings.stateIn(Path.of("state"))
                .checkpointEvery(Duration.ofMillis(50))
                .parallelism(1)
                .restart(restarts)
                .listener(watch);
        SimulatedProcess process = world.newProcess();
        process.run(() -> job = new EmbeddedRunner().launch(pipeline, settings, process.environment()));
    }

    private void append(int records) {
        for (int i = 0; i < records; i++) {
            String value = "v" + written.size();
            written.add(value);
            log.partition("in", 0).append(new Payload(null, value.getBytes(StandardCharsets.UTF_8), null, 0));
        }
    }

    /** Whether all that was written is committed; what is committed must be the beginning of it. */
    private boolean exact() {
        output.read((partition, record) -> read.add(new String((byte[]) record.value(), StandardCharsets.UTF_8)));
        assertThat(read).isEqualTo(written.subList(0, Math.min(read.size(), written.size())));
        return read.size() == written.size();
    }

    private void until(String what, BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as("steps until %s; status %s", what, job.status()).isLessThan(MOST_STEPS);
            assertThat(world.broken()).isEmpty();
            world.step();
        }
    }

    /** What the job has told. */
    private static final class Watch implements JobListener {
        private final List<ProtocolEvent> events = new ArrayList<>();
        private final List<String> reasons = new ArrayList<>();
        private final List<String> waited = new ArrayList<>();
        private Consumer<String> whenWaiting = waiting -> {};

        @Override
        public void on(ProtocolEvent event) {
            events.add(event);
        }

        @Override
        public void on(JobStatus status) {
            if (status.phase() == Phase.RESTARTING && status.failure() != null) {
                reasons.add(status.failure().getMessage());
            }
            status.waiting().forEach(whenWaiting);
        }

        /** The checkpoint of the last event of this kind; -1 if there was none. */
        long last(ProtocolStep step) {
            return events.stream()
                    .filter(event -> event.step() == step)
                    .mapToLong(ProtocolEvent::checkpoint)
                    .reduce(-1, (before, next) -> next);
        }
    }
}
