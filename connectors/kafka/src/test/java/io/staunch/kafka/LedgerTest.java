package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.LedgerFormat.Line;
import io.staunch.kafka.port.AdminPort.OpenTransaction;
import io.staunch.kafka.port.AdminPort.TransactionalId;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
    private static final TopicPartition LEDGER = new TopicPartition("staunch-ledger-job", 0);
    private static final Owner FIRST = new Owner(new UUID(1, 1), 1, new UUID(7, 7));
    private static final Owner SECOND = new Owner(new UUID(2, 2), 2, new UUID(7, 7));

    private final ConsumerDouble consumer = new ConsumerDouble(1000);
    private final WorldDouble world = new WorldDouble(consumer);

    private static String owner(Owner owner) {
        return text(new Line("job", "kafka:c1", owner, null));
    }

    private static String entry(Owner recorded, long committed) {
        return text(new Line("job", "kafka:c1", recorded, new LedgerEntry("job", "kafka:c1", committed, recorded)));
    }

    private static String text(Line line) {
        return new String(LedgerFormat.value(line), StandardCharsets.UTF_8);
    }

    private LedgerView view(long beginning) {
        long end = consumer.partitions.get(LEDGER).size();
        world.admin.offsets(LEDGER, beginning, end, end);
        return read();
    }

    private LedgerView read() {
        var ledger = new Ledger("job", "kafka:c1", world, new KafkaFaults("b:1"), Duration.ofSeconds(1), () -> {});
        return ledger.view("id", world.admin, () -> consumer, true);
    }

    @Test
    void nothingWasEverWritten() {
        consumer.add(LEDGER);
        assertThat(view(0)).isEqualTo(new LedgerView("id", null, null));
    }

    @Test
    void onlyMarkersOfAbortedTransactionsAreThere() {
        consumer.add(LEDGER, null, null);
        assertThat(view(0)).isEqualTo(new LedgerView("id", null, null));
    }

    @Test
    void whatSomebodyElseHasWrittenThereIsPassedOver() {
        consumer.add(LEDGER, entry(FIRST, 4), "foreign", "foreign");
        assertThat(view(0).entry()).isEqualTo(new LedgerEntry("job", "kafka:c1", 4, FIRST));
    }

    @Test
    void whatWasThereAndIsGoneIsNoFreshStart() {
        consumer.add(LEDGER, null, null);
        assertThatThrownBy(() -> view(2))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("staunch-ledger-job")
                .hasMessageContaining("begins at offset 2")
                .hasMessageContaining("nobody knows what is committed");
    }

    @Test
    void anOwnerBeforeTheFirstEntryIsSeen() {
        consumer.add(LEDGER, owner(FIRST), null);
        assertThat(view(0)).isEqualTo(new LedgerView("id", FIRST, null));
    }

    @Test
    void theNewestOwnerMayBeNewerThanTheNewestEntry() {
        consumer.add(LEDGER, owner(FIRST), null, entry(FIRST, 5), null, owner(SECOND), null);
        LedgerView view = view(0);
        assertThat(view.owner()).isEqualTo(SECOND);
        assertThat(view.entry()).isEqualTo(new LedgerEntry("job", "kafka:c1", 5, FIRST));
    }

    /** An entry repeats its owner, so that nothing before it has to be read. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 31, 32, 33, 500, 20_000})
    void theNewestEntryIsFoundFromTheEndWhateverIsBehindIt(int markers) {
        consumer.add(LEDGER, owner(FIRST), null);
        for (long n = 0; n < 100; n++) {
            consumer.add(LEDGER, entry(FIRST, n), null);
        }
        for (int i = 0; i < markers; i++) {
            consumer.add(LEDGER, (String) null);
        }
        LedgerView view = view(0);
        assertThat(view.owner()).isEqualTo(FIRST);
        assertThat(view.entry().committed()).isEqualTo(99);
        assertThat(consumer.closed).isTrue();
    }

    @Test
    void aLongLedgerIsNotReadFromItsBeginning() {
        consumer.add(LEDGER, owner(FIRST), null);
        for (long n = 0; n < 50_000; n++) {
            consumer.add(LEDGER, entry(FIRST, n), null);
        }
        assertThat(view(0).entry().committed()).isEqualTo(49_999);
        assertThat(consumer.polls).isEqualTo(1);
    }

    @Test
    void anotherClustersLedgerIsNotTakenForThisOnes() {
        consumer.add(LEDGER, text(new Line("job", "kafka:other", FIRST, null)));
        assertThatThrownBy(() -> view(0))
                .hasMessageContaining("kafka:other")
                .hasMessageContaining("copied from another cluster");
    }

    /** F20. */
    @Test
    void anOpenTransactionThatHoldsTheEndIsNamed() {
        consumer.add(LEDGER, owner(FIRST), null, "open");
        world.admin.offsets(LEDGER, 0, 2, 3).open.add(new OpenTransaction(77, 2, 1_000));
        world.admin.transactionalIds.put(77L, new TransactionalId("somebody-else", false));
        var error = catchThrowableOfType(StaunchException.class, this::read);
        assertThat(error)
                .hasMessageContaining("up to offset 2 of 3 only")
                .hasMessageContaining("transactional id 'somebody-else'")
                .hasMessageContaining("producer 77")
                .hasMessageContaining("ends by its owner or by its timeout")
                .hasMessageNotContaining("abort");
        assertThat(error.remedy()).isEqualTo(Remedy.RETRY);
    }

    @Test
    void aTransactionThatHangsIsToldFromOneThatIsUnderWay() {
        consumer.add(LEDGER, owner(FIRST), null, "open");
        world.admin.offsets(LEDGER, 0, 2, 3).open.add(new OpenTransaction(77, 2, 1_000));
        world.admin.transactionalIds.put(77L, new TransactionalId("staunch-job-1", true));
        assertThatThrownBy(this::read)
                .hasMessageContaining("transactional id 'staunch-job-1'")
                .hasMessageContaining("It hangs")
                .hasMessageContaining("kafka-transactions.sh --bootstrap-server b:1 abort --topic staunch-ledger-job"
                        + " --partition 0 --start-offset 2");
    }

    @Test
    void ofAnOwnerThatCantBeSeenNothingIsClaimed() {
        consumer.add(LEDGER, owner(FIRST), null, "open");
        world.admin.offsets(LEDGER, 0, 2, 3).open.add(new OpenTransaction(77, 2, 1_000));
        assertThatThrownBy(this::read)
                .hasMessageContaining("may not see, or none")
                .hasMessageContaining("unless it hangs")
                .hasMessageContaining("find-hanging --topic staunch-ledger-job");
    }

    @Test
    void aLookThatDisturbsNobodyDoesNotWaitForOpenTransactions() {
        consumer.add(LEDGER, owner(FIRST), null, "open");
        world.admin.offsets(LEDGER, 0, 2, 3);
        var ledger = new Ledger("job", "kafka:c1", world, new KafkaFaults("b:1"), Duration.ofSeconds(1), () -> {});
        assertThat(ledger.view("id", world.admin, () -> consumer, false).owner())
                .isEqualTo(FIRST);
    }

    @Test
    void aMissingRightIsNamed() {
        consumer.add(LEDGER, owner(FIRST));
        consumer.error = new TopicAuthorizationException("staunch-ledger-job");
        assertThatThrownBy(() -> view(0)).hasMessageContaining("--operation Read --topic staunch-ledger-job");
    }
}
