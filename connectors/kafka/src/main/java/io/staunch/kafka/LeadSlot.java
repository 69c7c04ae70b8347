package io.staunch.kafka;

import io.staunch.kafka.port.ProducerPort;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

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

    /** The record may be refused later; a refusal that is known already is thrown. */
    void write(ProducerRecord<byte[], byte[]> record) {
        require(State.OPEN);
        try {
            producer.send(record, failure);
        } catch (RuntimeException e) {
            throw breakBy(Act.WRITE, record.topic(), e);
        }
        if (failure.refused() != null) {
            throw refused();
        }
    }

    void flush() {
        require(State.OPEN);
        run(Act.FLUSH, transactionalId, producer::flush);
        if (failure.refused() != null) {
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
            throw failure.refused() == null ? breakBy(act, subject, e) : refused();
        }
    }

    /** The record that was refused says more than what the client says afterwards. */
    private RuntimeException refused() {
        SendFailure.Refused refused = failure.refused();
        return breakBy(Act.WRITE, refused.topic(), refused.why());
    }

    private RuntimeException breakBy(Act act, String subject, Exception why) {
        RuntimeException told = faults.of(act, subject, why);
        broken = told;
        state = State.BROKEN;
        producer.close(Duration.ZERO);
        return told;
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
