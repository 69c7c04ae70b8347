package io.staunch.verification.kafka;

import static io.staunch.observe.ProtocolStep.COMMITTED;
import static io.staunch.observe.ProtocolStep.COMMIT_SENT;
import static io.staunch.verification.kafka.ProducerEpochs.LAST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A producer id has 32,767 epochs, one for each transaction and each fence; then the broker gives the transactional id a new producer id. A
 * job that commits fifty times a second gets there every 22 minutes. Here it stands before that boundary from the start.
 */
@Timeout(300)
class RollOverIT {
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final int RECORDS = 10_000;
    private static final String JOB = "rolling";
    private static final String OPEN = "open";
    private static final String IDLE = "idle";

    private static KafkaBroker broker;

    @TempDir
    Path folder;

    /** All ids at once: that takes half a minute. */
    @BeforeAll
    static void startBroker() throws Exception {
        broker = KafkaBroker.start();
        ProducerEpochs.raise(broker, LAST - 10, id(JOB, 0), id(JOB, 1), id(OPEN, 0), id(IDLE, 0));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static String id(String job, int slot) {
        return "staunch-" + job + "-" + slot;
    }

    private static ProducerEpochs at(String job, int slot) throws Exception {
        return ProducerEpochs.of(broker, id(job, slot));
    }

    @Test
    void aJobThatIsKilledOnEitherSideOfTheBoundaryLosesAndRepeatsNothing() throws Exception {
        broker.createTopic(CountingJob.in(JOB), 2);
        broker.createTopic(CountingJob.out(JOB), 2);
        ProducerEpochs[] before = {at(JOB, 0), at(JOB, 1)};
        int records = 0;
        try (var reader = new CountsReader(broker, CountingJob.out(JOB))) {
            records = more(records);
            killAtFirst(COMMITTED);

            // A life fences each id, and records its owner with the first one.
            ProducerEpochs.raise(broker, LAST - 2, id(JOB, 0));
            records = more(records);
            killAtFirst(COMMITTED);
            assertThat(at(JOB, 0).rolledOver(before[0])).isTrue();
            assertThat(at(JOB, 0).epoch()).as("just behind the boundary").isZero();
            records = more(records);
            records = killAtSecond(COMMITTED, records);

            ProducerEpochs.raise(broker, LAST - 1, id(JOB, 1));
            records = more(records);
            records = killAtSecond(COMMIT_SENT, records);
            assertThat(at(JOB, 1).rolledOver(before[1])).isFalse();
            assertThat(at(JOB, 1).epoch())
                    .as("with a transaction under the last epoch")
                    .isEqualTo(LAST);
            records = more(records);
            records = killAtSecond(COMMITTED, records);
            assertThat(at(JOB, 1).rolledOver(before[1])).isTrue();

            records = more(records);
            finish(records);
            reader.await(records);
        }
        assertThat(Topics.ledgerEntries(broker, JOB)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aZombieWithATransactionUnderTheLastEpochIsFencedByTheNextProducerId() throws Exception {
        broker.createTopic(CountingJob.out(OPEN), 1);
        ProducerEpochs.raise(broker, LAST - 3, id(OPEN, 0));
        ProducerEpochs before = at(OPEN, 0);
        try (var older = new LeadProcess(broker, OPEN);
                var newer = new LeadProcess(broker, OPEN)) {
            older.start(1);
            older.interval(0, 1, "older");
            older.open(0, "never seen");
            assertThat(at(OPEN, 0)).isEqualTo(new ProducerEpochs(before.producerId(), LAST));

            LedgerView found = newer.start(2);
            assertThat(at(OPEN, 0).rolledOver(before)).isTrue();
            assertThat(found.entry()).isEqualTo(older.entry(1));
            newer.interval(0, 2, "newer");
            assertCantCommit(older, 0, 3);
            assertIs(newer.entry(2), "older", "newer");
        }
    }

    @Test
    void aZombieFromBeforeTheBoundaryIsFencedAlsoIfItHadNothingOpen() throws Exception {
        broker.createTopic(CountingJob.out(IDLE), 1);
        ProducerEpochs.raise(broker, LAST - 4, id(IDLE, 0));
        ProducerEpochs before = at(IDLE, 0);
        try (var older = new LeadProcess(broker, IDLE);
                var newer = new LeadProcess(broker, IDLE)) {
            older.start(1);
            older.interval(0, 1, "older");
            newer.start(2);
            newer.interval(0, 2, "at the last epoch");
            newer.interval(0, 3, "behind the boundary");
            assertThat(at(IDLE, 0).rolledOver(before)).isTrue();
            assertThatThrownBy(() -> older.open(0, "never seen")).hasMessageContaining("fenced");
            assertCantCommit(older, 0, 4);
            newer.interval(1, 4, "by the other id");
            assertIs(newer.entry(4), "older", "at the last epoch", "behind the boundary", "by the other id");
        }
    }

    private static void assertCantCommit(LeadProcess zombie, int slot, long checkpoint) {
        assertThatThrownBy(() -> zombie.commit(slot, checkpoint)).hasMessageContaining("fenced");
    }

    /** Read by one more process, which fences once more. */
    private static void assertIs(LedgerEntry newest, String... output) throws Exception {
        try (var last = new LeadProcess(broker, newest.job())) {
            assertThat(last.start(9).entry()).isEqualTo(newest);
        }
        assertThat(Topics.committed(broker, CountingJob.out(newest.job()))).containsExactly(output);
        List<Long> entries = Topics.ledgerEntries(broker, newest.job());
        assertThat(entries).isSorted().doesNotHaveDuplicates().hasSize(output.length);
    }

    private static int more(int from) {
        Topics.fill(broker, CountingJob.in(JOB), from, RECORDS);
        return from + RECORDS;
    }

    private void killAtFirst(ProtocolStep step) throws Exception {
        try (JobProcess job = start(step, 1)) {
            job.awaitHeld();
            job.kill();
        }
    }

    /** A quick job commits all that there is at once, so there is more once it has taken the step. */
    private int killAtSecond(ProtocolStep step, int records) throws Exception {
        try (JobProcess job = start(step, 2)) {
            job.await(step);
            int all = more(records);
            job.awaitHeld();
            job.kill();
            return all;
        }
    }

    private JobProcess start(ProtocolStep step, int time) throws Exception {
        return JobProcess.startUntil(step, time, broker.bootstrapServers(), JOB, folder.resolve("state"), OFTEN);
    }

    private void finish(int records) throws Exception {
        Settings settings = Settings.stateIn(folder.resolve("state")).checkpointEvery(OFTEN);
        try (Job job = Staunch.start(CountingJob.pipeline(broker.bootstrapServers(), JOB), settings)) {
            Topics.awaitCommitted(broker, CountingJob.out(JOB), records, job);
            job.stop();
            job.await();
        }
    }
}
