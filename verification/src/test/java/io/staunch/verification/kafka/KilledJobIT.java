package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The main job in processes of its own that are ended by real signals, on a real broker, beside somebody who reads the committed output all
 * the while.
 */
@Timeout(300)
class KilledJobIT {
    /** Steps that only the very first start takes. */
    private static final Set<ProtocolStep> ONCE = EnumSet.of(ProtocolStep.ROOT_DURABLE, ProtocolStep.ROOT_COMMITTED);
    /** Steps that a job takes which neither fails nor ends in order. */
    private static final Set<ProtocolStep> NOT_TAKEN = EnumSet.of(
            ProtocolStep.CHECKPOINT_FAILED,
            ProtocolStep.RESTARTING,
            ProtocolStep.ENDED,
            ProtocolStep.FOLLOWER_FENCED,
            ProtocolStep.FOLLOWER_CAUGHT_UP,
            ProtocolStep.FOLLOWER_COMMIT_SENT,
            ProtocolStep.FOLLOWER_COMMITTED);

    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final int MORE = 20_000;

    private static KafkaBroker broker;

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

    @Test
    void killedAtEveryStepInTurnItLosesAndRepeatsNothing() throws Exception {
        String name = topics("killed-in-turn");
        Set<ProtocolStep> steps = EnumSet.allOf(ProtocolStep.class);
        steps.removeAll(ONCE);
        steps.removeAll(NOT_TAKEN);
        int records = 0;
        try (var reader = new CountsReader(broker, CountingJob.out(name))) {
            for (ProtocolStep step : steps) {
                Topics.fill(broker, CountingJob.in(name), records, MORE);
                records += MORE;
                killAt(step, 1, name);
            }
            finish(name);
            reader.await(records);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"ROOT_DURABLE", "ROOT_COMMITTED", "COMMIT_SENT", "COMMITTED"})
    void killedInTheMiddleOfItsFirstOutputItIsExactToo(ProtocolStep step) throws Exception {
        String name = topics("killed-at-" + step.name().toLowerCase(java.util.Locale.ROOT));
        Topics.fill(broker, CountingJob.in(name), 0, MORE);
        try (var reader = new CountsReader(broker, CountingJob.out(name))) {
            killAt(step, ONCE.contains(step) ? 1 : 2, name);
            finish(name);
            reader.await(MORE);
        }
    }

    @Test
    void whenToldToEndItTakesALastCheckpointAndCommitsIt() throws Exception {
        String name = topics("told-to-end");
        Topics.fill(broker, CountingJob.in(name), 0, MORE);
        try (var reader = new CountsReader(broker, CountingJob.out(name));
                JobProcess job = JobProcess.start(
                        broker.bootstrapServers(), name, folder.resolve("state"), Duration.ofMinutes(5))) {
            job.await(ProtocolStep.TRANSACTION_OPENED);
            assertThat(reader.seen()).isZero();
            assertThat(job.terminate()).as("exit code of SIGTERM").isEqualTo(143);
            long committed = Topics.committed(broker, CountingJob.out(name)).size();
            assertThat(committed).isPositive();
            reader.await(committed);
            finish(name);
            reader.await(MORE);
        }
    }

    private static String topics(String name) {
        broker.createTopic(CountingJob.in(name), 2);
        broker.createTopic(CountingJob.out(name), 2);
        return name;
    }

    private void killAt(ProtocolStep step, int time, String name) throws Exception {
        try (JobProcess job =
                JobProcess.startUntil(step, time, broker.bootstrapServers(), name, folder.resolve("state"), OFTEN)) {
            job.awaitHeld();
            job.kill();
        }
    }

    /** Works off all there is, in this process. */
    private void finish(String name) throws Exception {
        Settings settings = Settings.stateIn(folder.resolve("state")).checkpointEvery(OFTEN);
        try (Job job = Staunch.start(CountingJob.pipeline(broker.bootstrapServers(), name), settings)) {
            Topics.awaitRead(broker, CountingJob.in(name), CountingJob.out(name), job);
            job.stop();
            job.await();
        }
    }
}
