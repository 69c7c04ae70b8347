package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.sink.RefusedRecordsException;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

class LeadSlotTest {
    private static final ProducerRecord<byte[], byte[]> RECORD = new ProducerRecord<>("out", new byte[0]);

    private final ProducerDouble producer = new ProducerDouble();
    private final LeadSlot slot = new LeadSlot("staunch-job-0", producer, new KafkaFaults("b:1"));

    @Test
    void transactionsFollowEachOther() {
        slot.fence();
        for (int i = 0; i < 2; i++) {
            slot.begin();
            slot.write(RECORD);
            slot.flush();
            slot.commit();
        }
        slot.close(Duration.ofSeconds(2));
        assertThat(producer.calls)
                .containsExactly(
                        "init", "begin", "send", "flush", "commit", "begin", "send", "flush", "commit", "close 0");
    }

    @Test
    void whatIsOpenIsAbortedWhenTheSlotIsClosed() {
        slot.fence();
        slot.begin();
        slot.close(Duration.ofSeconds(2));
        assertThat(producer.calls).endsWith("close 2000");
    }

    /** F10: the client is discarded, and nothing of it is used again. */
    @Test
    void afterARefusalTheProducerIsLetGoOfAndEveryCallTellsTheSame() {
        slot.fence();
        slot.begin();
        producer.refusal = new InvalidProducerEpochException("old epoch");
        Throwable first = catchThrowable(() -> slot.write(RECORD));
        assertThat(first)
                .isInstanceOfSatisfying(
                        StaunchException.class, e -> assertThat(e.remedy()).isEqualTo(Remedy.RESTART_FROM_CHECKPOINT))
                .hasMessageContaining("The ledger tells which");
        assertThat(producer.calls).endsWith("send", "close 0");
        assertThat(catchThrowable(slot::flush)).isSameAs(first);
        assertThat(catchThrowable(slot::commit)).isSameAs(first);
        assertThat(catchThrowable(slot::begin)).isSameAs(first);
        assertThat(producer.calls).endsWith("send", "close 0");
    }

    @Test
    void theRefusedRecordIsToldRatherThanWhatTheClientSaysAfterwards() {
        slot.fence();
        slot.begin();
        slot.write(RECORD);
        producer.refusal = new TimeoutException("expired");
        producer.error = null;
        assertThat(catchThrowable(() -> slot.write(RECORD))).hasMessageContaining("expired");
        assertThatThrownBy(slot::commit).hasMessageContaining("expired").isInstanceOf(StaunchException.class);
    }

    @Test
    void recordsThatAreRefusedForWhatTheyAreAreNamedTogetherAndOthersAreNot() {
        slot.fence();
        slot.begin();
        slot.write(RECORD, 1, 41);
        producer.late = true;
        slot.write(RECORD, 1, 42);
        slot.write(RECORD, 0, 43);
        slot.write(RECORD, 0, 44);
        producer.answers.get(0).onCompletion(null, new RecordTooLargeException("too large"));
        producer.onFlush = () -> {
            producer.answers.get(1).onCompletion(null, new InvalidRecordException("no key"));
            producer.answers.get(2).onCompletion(null, new KafkaException("another one of its batch"));
        };
        var told = catchThrowableOfType(RefusedRecordsException.class, () -> slot.write(RECORD, 0, 45));
        assertThat(told.refused())
                .extracting(RefusedRecordsException.Refused::sink, RefusedRecordsException.Refused::origin)
                .containsExactly(tuple(1, 42L), tuple(0, 43L));
        assertThat(told.refused().get(1).reason()).contains("no key");
        assertThat(producer.calls).endsWith("send", "flush", "close 0");
        assertThat(catchThrowable(slot::flush)).isSameAs(told);
    }

    @Test
    void anEntryOfTheLedgerIsNoRecordOfASink() {
        slot.fence();
        slot.begin();
        producer.refusal = new RecordTooLargeException("too large");
        assertThat(catchThrowable(() -> slot.write(RECORD)))
                .isNotInstanceOf(RefusedRecordsException.class)
                .hasMessageContaining("writing to topic");
    }

    @Test
    void aTimeoutAndAFenceAskForTheSame() {
        for (RuntimeException e : new RuntimeException[] {
            new ProducerFencedException("fenced"),
            new InvalidTxnStateException("state"),
            new KafkaException("error state", new ProducerFencedException("fenced"))
        }) {
            var own = new ProducerDouble();
            var each = new LeadSlot("staunch-job-1", own, new KafkaFaults("b:1"));
            each.fence();
            each.begin();
            own.error = e;
            var told = catchThrowableOfType(StaunchException.class, each::commit);
            assertThat(told.remedy()).isEqualTo(Remedy.RESTART_FROM_CHECKPOINT);
            assertThat(told).hasMessageContaining("staunch-job-1");
        }
    }

    @Test
    void aCommitWithoutAnswerIsLeftToTheLedger() {
        slot.fence();
        slot.begin();
        producer.error = new TimeoutException("no answer");
        var told = catchThrowableOfType(StaunchException.class, slot::commit);
        assertThat(told.remedy()).isEqualTo(Remedy.RESTART_FROM_CHECKPOINT);
        assertThat(told).hasMessageContaining("committing with transactional id 'staunch-job-0' at b:1");
    }

    @Test
    void fencingWithoutAnswerIsTriedAgain() {
        producer.error = new TimeoutException("no answer");
        var told = catchThrowableOfType(StaunchException.class, slot::fence);
        assertThat(told.remedy()).isEqualTo(Remedy.RETRY);
        assertThat(told).hasMessageContaining("fencing transactional id 'staunch-job-0'");
    }

    @Test
    void aMissingRightIsNamedWithTheCommandThatGrantsIt() {
        producer.error = new TransactionalIdAuthorizationException("no");
        var told = catchThrowableOfType(StaunchException.class, slot::fence);
        assertThat(told.remedy()).isEqualTo(Remedy.FAIL_JOB);
        assertThat(told)
                .hasMessageContaining("Write on transactional-id 'staunch-job-0'")
                .hasMessageContaining(
                        "--operation Write --transactional-id staunch-job- --resource-pattern-type prefixed");
    }

    @Test
    void aTransactionalIdThatIsRefusedWhileARecordIsWrittenIsNamedAndNotTheTopic() {
        slot.fence();
        slot.begin();
        producer.error = new TransactionalIdAuthorizationException("no");
        assertThatThrownBy(() -> slot.write(RECORD))
                .hasMessageContaining("writing to topic")
                .hasMessageContaining("Write on transactional-id 'staunch-job-0'");
    }

    @Test
    void aTimeoutAboveTheBrokersMaximumIsExplained() {
        producer.error = new InvalidTxnTimeoutException("too long");
        assertThatThrownBy(slot::fence).hasMessageContaining("transaction.max.timeout.ms");
    }

    @Test
    void callsOutOfOrderAreErrors() {
        assertThatThrownBy(slot::begin).hasMessageContaining("is NEW, not IDLE");
        slot.fence();
        assertThatThrownBy(() -> slot.write(RECORD)).hasMessageContaining("is IDLE, not OPEN");
        slot.begin();
        assertThatThrownBy(slot::begin).hasMessageContaining("is OPEN, not IDLE");
    }
}
