package io.staunch.kafka.testkit.simulated;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.testkit.log.LogException;
import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.ProducerIdentity;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import io.staunch.testkit.simulation.world.CallFate;
import java.util.ArrayDeque;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a producer was given and the cluster has not acknowledged. An agent of the client's sends now and then; a flush sends all. Order is
 * kept. In a transaction, one record that is refused has all later ones refused.
 */
final class SendBuffer {
    private static final int MOST_AT_ONCE = 64;
    private static final long SHORTEST_DELAY_NANOS = 10_000;
    private static final long LONGEST_DELAY_NANOS = 2_000_000_000L;

    private final SimulatedLog log;
    private final Wire wire;
    private final boolean transactional;
    private final ArrayDeque<Pending> waiting = new ArrayDeque<>();
    private final AgentHandle sender;
    private @Nullable KafkaException failure;
    private @Nullable ProducerIdentity identity;
    private boolean sending;
    private boolean closed;

    /** A record that was not acknowledged yet. */
    record Pending(LogPartition partition, TopicPartition place, Payload payload, Callback callback) {}

    /** @param id null if its records belong to no transaction */
    SendBuffer(SimulatedLog log, Wire wire, @Nullable String id) {
        this.log = log;
        this.wire = wire;
        transactional = id != null;
        sender = wire.process().start("kafka-producer-network-" + id, this::sendSome);
    }

    /** What ended the transaction, or null. */
    @Nullable
    KafkaException failure() {
        return failure;
    }

    /** The transaction is lost, for a reason that was found elsewhere. */
    void fail(KafkaException why) {
        failure = transactional ? why : null;
    }

    /** Whose transaction the next records belong to. */
    void identity(ProducerIdentity producer) {
        identity = producer;
    }

    void add(Pending record) {
        waiting.add(record);
        sender.wake();
    }

    /** Returns when everything is acknowledged or refused. */
    void flush() {
        sending = true;
        try {
            while (!waiting.isEmpty()) {
                send(true, waiting.size());
            }
        } finally {
            sending = false;
        }
    }

    void close() {
        closed = true;
        sender.wake();
        var gone = new KafkaException("the producer was closed before the record was acknowledged");
        while (!waiting.isEmpty()) {
            waiting.remove().callback().onCompletion(null, gone);
        }
    }

    private Agent.Step sendSome() {
        if (closed) {
            return Agent.Step.DONE;
        }
        if (sending || waiting.isEmpty()) {
            return Agent.Step.IDLE;
        }
        sending = true;
        try {
            boolean sent = send(false, Math.min(waiting.size(), wire.chance().below(MOST_AT_ONCE) + 1));
            return sent && !waiting.isEmpty() ? Agent.Step.WORKED : Agent.Step.IDLE;
        } finally {
            sending = false;
        }
    }

    /** Sends so many records as one request. */
    private boolean send(boolean patient, int count) {
        wire.process().before("kafka.produce");
        CallFate fate = failure == null ? wire.process().fate("kafka.produce") : CallFate.ANSWERED;
        for (int i = 0; i < count && !waiting.isEmpty(); i++) {
            Pending record = waiting.element();
            KafkaException refusal = failure == null ? null : Refusal.ofOthers(failure);
            long offset = -1;
            try {
                offset = refusal == null ? append(record, fate, patient) : -1;
            } catch (LogException e) {
                if (Wire.passes(e)) {
                    return false;
                }
                refusal = KafkaErrors.of(e);
            } catch (KafkaException e) {
                refusal = e;
            }
            waiting.remove();
            acknowledge(record, offset, refusal);
        }
        wire.process().after("kafka.produce");
        return true;
    }

    /** The broker judges what reaches it, also if nobody hears of it. */
    private long append(Pending record, CallFate fate, boolean patient) {
        ProducerIdentity producer = identity;
        KafkaException unfit = Refusal.of(log, record.place().topic(), record.payload());
        boolean answered = fate == CallFate.ANSWERED || fate == CallFate.REFUSED;
        if (unfit != null && answered) {
            throw unfit;
        }
        if (fate == CallFate.REQUEST_DELAYED && unfit == null) {
            long delay = wire.chance().skewed(SHORTEST_DELAY_NANOS, LONGEST_DELAY_NANOS);
            wire.later(delay, () -> log.append(record.partition(), record.payload(), producer));
        }
        long offset = -1;
        if (unfit == null && (answered || fate == CallFate.ANSWER_LOST)) {
            offset = patient
                    ? wire.patiently("kafka.produce", () -> log.append(record.partition(), record.payload(), producer))
                    : log.append(record.partition(), record.payload(), producer);
        }
        if (!answered) {
            throw new TimeoutException(
                    "simulated: no acknowledgement for " + record.place() + " within delivery.timeout.ms");
        }
        return offset;
    }

    private void acknowledge(Pending record, long offset, @Nullable KafkaException refusal) {
        if (refusal != null) {
            fail(refusal);
            record.callback().onCompletion(new RecordMetadata(record.place(), -1, -1, -1, -1, -1), refusal);
            return;
        }
        Payload payload = record.payload();
        var metadata = new RecordMetadata(
                record.place(),
                offset,
                0,
                payload.timestampMs(),
                Bytes.size(payload.key()),
                Bytes.size(payload.value()));
        record.callback().onCompletion(metadata, null);
    }
}
