package io.staunch.kafka;

import io.staunch.kafka.port.ProducerPort;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transactional producer. After any error it is of no use any more: the producer is let go of at once, and every
 * later call throws the same error again. Used by one thread at a time, by the writing and the committing one in turn;
 * its state is volatile for that.
 */
final class LeadSlot {
    private enum State {
        /** Older producers may still be alive. */
        NEW,
        /** No transaction is open. */
        IDLE,
        OPEN,
        BROKEN
    }

    private static final Logger LOG = LoggerFactory.getLogger(LeadSlot.class);

    private final String transactionalId;
    private final ProducerPort producer;
    private final KafkaFaults faults;
    private final SendFailure failure = new SendFailure();
    private volatile State state = State.NEW;
    private volatile @Nullable RuntimeException broken;

    LeadSlot(String transactionalId, ProducerPort producer, KafkaFaults faults) {
        this.transactionalId = transactionalId;
        this.producer = producer;
        this.faults = faults.with(transactionalId);
    }

    /** Fences older producers of this transactional id. Blocks up to {@code max.block.ms}. */
    void fence() {
        require(State.NEW);
        run(Act.FENCE, transactionalId, producer::initTransactions);
        state = State.IDLE;
    }

    ProducerPort producer() {
        return producer;
    }

    void begin() {
        require(State.IDLE);
        run(Act.FLUSH, transactionalId, producer::beginTransaction);
        state = State.OPEN;
    }

    /** A record of the ledger. */
    void write(ProducerRecord<byte[], byte[]> record) {
        write(record, SendFailure.NO_SINK, -1);
    }

    /** The record may be refused later; a refusal that is known already is thrown. */
    void write(ProducerRecord<byte[], byte[]> record, int sink, long origin) {
        require(State.OPEN);
        try {
            producer.send(record, failure.of(sink, origin));
        } catch (RuntimeException e) {
            throw breakBy(Act.WRITE, record.topic(), e);
        }
        if (failure.happened()) {
            throw refused();
        }
    }

    void flush() {
        require(State.OPEN);
        run(Act.FLUSH, transactionalId, producer::flush);
        if (failure.happened()) {
            throw refused();
        }
    }

    void commit() {
        require(State.OPEN);
        run(Act.COMMIT, transactionalId, producer::commitTransaction);
        state = State.IDLE;
    }

    /** Aborts what is open, within that time, and lets go of the producer. Without an open transaction it is quick. */
    void close(Duration patience) {
        producer.close(state == State.OPEN ? patience : Duration.ZERO);
        state = State.BROKEN;
    }

    private void run(Act act, String subject, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw breakBy(act, subject, e);
        }
    }

    private RuntimeException refused() {
        return breakBy(Act.WRITE, "", new IllegalStateException("a record was refused"));
    }

    /** The records that were refused say more than what the client says afterwards. */
    private RuntimeException breakBy(Act act, String subject, Exception why) {
        awaitOthers();
        RuntimeException record = failure.told(faults);
        RuntimeException told = record == null ? faults.of(act, subject, why) : record;
        broken = told;
        state = State.BROKEN;
        producer.close(Duration.ZERO);
        return told;
    }

    /** What is on its way beside a record that was refused may be refused as well: better to know of both at once. */
    private void awaitOthers() {
        if (failure.inRecords()) {
            try {
                producer.flush();
            } catch (RuntimeException e) {
                LOG.debug("transactional id '{}': what else was refused is not known", transactionalId, e);
            }
        }
    }

    private void require(State wanted) {
        if (state == State.BROKEN && broken != null) {
            throw broken;
        }
        if (state != wanted) {
            throw new IllegalStateException(
                    "the slot of transactional id '" + transactionalId + "' is " + state + ", not " + wanted);
        }
    }
}
