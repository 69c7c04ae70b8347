package io.staunch.testkit.simulation.oracle;

import static io.staunch.observe.ProtocolStep.COMMITTED;
import static io.staunch.observe.ProtocolStep.COMMIT_SENT;
import static io.staunch.observe.ProtocolStep.DURABLE;
import static io.staunch.observe.ProtocolStep.EPOCH_CLAIMED;
import static io.staunch.observe.ProtocolStep.FOLLOWER_COMMITTED;
import static io.staunch.observe.ProtocolStep.FOLLOWER_COMMIT_SENT;
import static io.staunch.observe.ProtocolStep.FOLLOWER_FENCED;
import static io.staunch.observe.ProtocolStep.LEAD_FENCED;
import static io.staunch.observe.ProtocolStep.LEDGER_READ;
import static io.staunch.observe.ProtocolStep.OWNER_RECORDED;
import static io.staunch.observe.ProtocolStep.RECOVERY_DECIDED;
import static io.staunch.observe.ProtocolStep.RESTORED;
import static io.staunch.observe.ProtocolStep.ROOT_COMMITTED;
import static io.staunch.observe.ProtocolStep.ROOT_DURABLE;
import static io.staunch.observe.ProtocolStep.SETTLED;
import static io.staunch.observe.ProtocolStep.SINK_PREPARED;
import static io.staunch.observe.ProtocolStep.TRANSACTION_OPENED;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule, by the shortest run that breaks it. */
class ProtocolInvariantsTest {
    private static final String LEAD = "log:totals";
    private static final String TABLE = "table:totals";

    private final ProtocolInvariants invariants = new ProtocolInvariants();

    @Test
    void aRunInOrderBreaksNothing() {
        begin(1, 0);
        checkpoint(1, 1);
        begin(2, 1);
        checkpoint(2, 5);

        assertThat(invariants.broken()).isEmpty();
    }

    @Test
    void anEpochIsClaimedOnce() {
        see(1, EPOCH_CLAIMED);
        see(1, EPOCH_CLAIMED);

        assertBroken("epochs once");
    }

    @Test
    void aLedgerIsReadAfterItIsFenced() {
        see(1, EPOCH_CLAIMED);
        see(1, LEDGER_READ, -1, LEAD);

        assertBroken("fence before read");
    }

    @Test
    void anOwnerIsRecordedAfterTheDecision() {
        see(1, EPOCH_CLAIMED);
        see(1, OWNER_RECORDED, -1, LEAD);

        assertBroken("decide before own");
    }

    @Test
    void aRootIsDurableBeforeItIsCommitted() {
        see(1, EPOCH_CLAIMED);
        see(1, ROOT_COMMITTED, 0, LEAD);
        see(1, ROOT_DURABLE, 0, "job");

        assertBroken("I1");
    }

    @Test
    void aTransactionIsOpenedOnceWhatIsSealedIsDurable() {
        begin(1, 0);
        see(1, SINK_PREPARED, 1, LEAD);
        see(1, TRANSACTION_OPENED, -1, LEAD);

        assertBroken("open after durable");
    }

    @Test
    void idsGrowAndAreUsedOnce() {
        begin(1, 0);
        checkpoint(1, 1);
        see(1, DURABLE, 1, "job");

        assertBroken("ids grow", "ids once");
    }

    @Test
    void nothingIsDurableBeforeAnAttemptHasRestored() {
        see(1, EPOCH_CLAIMED);
        see(1, DURABLE, 1, "job");

        assertBroken("restore before durable");
    }

    @Test
    void nothingIsCommittedBeforeItIsDurable() {
        begin(1, 0);
        see(1, COMMIT_SENT, 1, LEAD);
        see(1, COMMITTED, 1, LEAD);

        assertBroken("I1: a commit is sent", "I1: committed");
    }

    @Test
    void nothingIsCommittedTwice() {
        begin(1, 0);
        checkpoint(1, 1);
        see(1, COMMITTED, 1, LEAD);

        assertBroken("I2");
    }

    @Test
    void aFollowerWritesNothingTwice() {
        begin(1, 0);
        see(1, FOLLOWER_FENCED, -1, TABLE);
        see(1, DURABLE, 1, "job");
        see(1, COMMIT_SENT, 1, LEAD);
        see(1, COMMITTED, 1, LEAD);
        follow(1, 1);
        see(1, FOLLOWER_COMMITTED, 1, TABLE);

        assertBroken("I2: a follower has written 1 before");
    }

    @Test
    void aFollowerWritesAfterTheLead() {
        begin(1, 0);
        see(1, FOLLOWER_FENCED, -1, TABLE);
        see(1, DURABLE, 1, "job");
        follow(1, 1);

        assertBroken("lead before follower");
    }

    @Test
    void whatIsSentAfterANewerFenceIsNotCommitted() {
        begin(1, 0);
        see(1, DURABLE, 1, "job");
        see(2, EPOCH_CLAIMED);
        see(2, LEAD_FENCED, -1, LEAD);
        see(1, COMMIT_SENT, 1, LEAD);
        assertThat(invariants.broken()).isEmpty();

        see(1, COMMITTED, 1, LEAD);

        assertBroken("I5");
    }

    @Test
    void nobodyGoesBackBehindWhatIsCommitted() {
        begin(1, 0);
        see(1, DURABLE, 1, "job");
        see(1, COMMIT_SENT, 1, LEAD);
        see(1, COMMITTED, 1, LEAD);
        begin(2, 0);

        assertBroken("I2: an older checkpoint is restored");
    }

    @Test
    void nobodyGoesBackBehindWhatAFollowerHasWritten() {
        see(1, EPOCH_CLAIMED);
        see(1, FOLLOWER_FENCED, -1, TABLE);
        see(1, RESTORED, 0, "job");
        see(1, DURABLE, 1, "job");
        follow(1, 1);
        see(2, EPOCH_CLAIMED);
        see(2, RESTORED, 0, "job");

        assertBroken("I2: an older checkpoint is restored than 1, which a follower has written");
    }

    @Test
    void nobodyGoesBackBehindWhatIsSettled() {
        see(1, EPOCH_CLAIMED);
        see(1, RESTORED, 0, "job");
        see(1, DURABLE, 1, "job");
        see(1, SETTLED, 1, "job");
        see(2, EPOCH_CLAIMED);
        see(2, RESTORED, 0, "job");

        assertBroken("I7");
    }

    @Test
    void whoIsReplacedMayRestoreWhatItHasDecidedBefore() {
        see(1, EPOCH_CLAIMED);
        begin(2, 0);
        checkpoint(2, 1);
        see(1, RESTORED, 0, "job");

        assertThat(invariants.broken()).isEmpty();
    }

    @Test
    void nothingSettlesBeforeItsLedgerHasIt() {
        begin(1, 0);
        see(1, DURABLE, 1, "job");
        see(1, SETTLED, 1, "job");

        assertBroken("I9");
    }

    @Test
    void aJobShowsNothingAsSettledThatIsNot() {
        invariants.see("p1", status(-1));
        begin(1, 0);
        invariants.see("p1", status(0));
        see(1, DURABLE, 1, "job");
        assertThat(invariants.broken()).isEmpty();

        invariants.see("p1", status(1));

        assertBroken("I9: p1 shows checkpoint 1");
    }

    /** A start with a lead, up to the first record. */
    private void begin(long epoch, long restored) {
        see(epoch, EPOCH_CLAIMED);
        see(epoch, LEAD_FENCED, -1, LEAD);
        see(epoch, LEDGER_READ, -1, LEAD);
        see(epoch, RECOVERY_DECIDED, -1, LEAD);
        see(epoch, OWNER_RECORDED, -1, LEAD);
        see(epoch, RESTORED, restored, "job");
        see(epoch, TRANSACTION_OPENED, -1, LEAD);
    }

    private void checkpoint(long epoch, long id) {
        see(epoch, SINK_PREPARED, id, LEAD);
        see(epoch, DURABLE, id, "job");
        see(epoch, TRANSACTION_OPENED, -1, LEAD);
        see(epoch, COMMIT_SENT, id, LEAD);
        see(epoch, COMMITTED, id, LEAD);
        see(epoch, SETTLED, id, "job");
    }

    private void follow(long epoch, long id) {
        see(epoch, FOLLOWER_COMMIT_SENT, id, TABLE);
        see(epoch, FOLLOWER_COMMITTED, id, TABLE);
    }

    private void see(long epoch, ProtocolStep step) {
        see(epoch, step, -1, "job");
    }

    private void see(long epoch, ProtocolStep step, long checkpoint, String subject) {
        invariants.see(new ProtocolEvent(step, "job", epoch, checkpoint, subject, "", 0));
    }

    private static JobStatus status(long settled) {
        return new JobStatus("job", JobStatus.Phase.RUNNING, 1, settled, settled, 0, 0, List.of(), null);
    }

    private void assertBroken(String... rules) {
        assertThat(invariants.broken()).hasSize(rules.length);
        for (int i = 0; i < rules.length; i++) {
            assertThat(invariants.broken().get(i)).startsWith(rules[i]);
        }
    }
}
