package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A job that is stopped while its start waits for a broker that gives no answer. All its clients would wait for an hour, so only an
 * interrupted wait lets these tests end.
 */
@Timeout(120)
class StopWithoutBrokerIT {
    private static final String HOUR = "3600000";

    private static KafkaBroker broker;

    @TempDir
    Path folder;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
        broker.createTopic("in", 1);
        broker.createTopic("out", 1);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void aJobWhoseBrokerWasNeverThereStopsAtOnce() throws Exception {
        var waiting = new Waiting("PEEK", null);
        try (Job job = launch("nowhere", "127.0.0.1:1", waiting)) {
            waiting.reached.await();
            job.stop();
            job.await();
            assertThat(job.status().phase()).isEqualTo(Phase.STOPPED);
        }
    }

    /** The broker stands still after one step of the start, so that the next one waits for it. */
    @ParameterizedTest
    @CsvSource({"EPOCH_CLAIMED,PEEK", "LEDGER_PEEKED,FENCE", "LEAD_FENCED,READ", "RECOVERY_DECIDED,OWN"})
    void aJobWhoseBrokerStandsStillStopsAtOnce(ProtocolStep last, String waitsFor) throws Exception {
        var waiting = new Waiting(waitsFor, last);
        try (Job job = launch("stands-still-" + waitsFor, broker.bootstrapServers(), waiting)) {
            waiting.reached.await();
            job.stop();
            job.await();
            assertThat(job.status().phase()).isEqualTo(Phase.STOPPED);
        } finally {
            broker.resume();
        }
    }

    private Job launch(String name, String servers, Waiting waiting) {
        KafkaSource<String> source =
                KafkaSource.strings().bootstrapServers(servers).topic("in");
        KafkaSink<String> sink = KafkaSink.strings()
                .bootstrapServers(servers)
                .topic("out")
                .transactionTimeout(Duration.ofMinutes(14))
                .property("default.api.timeout.ms", HOUR)
                .property("request.timeout.ms", "500000")
                .property("delivery.timeout.ms", "590000")
                .property("max.block.ms", "590000");
        Pipeline pipeline = Pipeline.named(name).guarantee(Guarantee.EXACTLY_ONCE);
        pipeline.from("in", source).to("out", sink);
        Settings settings = Settings.stateIn(folder.resolve("state"))
                .checkpointTimeout(Duration.ofMinutes(10))
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO)
                .listener(waiting);
        return Staunch.launch(pipeline, settings);
    }

    /** Lets the broker stand still after a step, and notices what the start waits for then. */
    private static final class Waiting implements JobListener {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final String waitsFor;
        private final @Nullable ProtocolStep last;

        Waiting(String waitsFor, @Nullable ProtocolStep last) {
            this.waitsFor = waitsFor;
            this.last = last;
        }

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == last) {
                broker.pause();
            }
        }

        @Override
        public void on(JobStatus status) {
            if (status.waiting().stream().anyMatch(what -> what.endsWith("(" + waitsFor + ")"))) {
                reached.countDown();
            }
        }
    }
}
