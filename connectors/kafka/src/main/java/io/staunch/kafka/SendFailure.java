package io.staunch.kafka;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the first record that was refused. Crosses threads: the producer's own thread writes it, those who flush
 * and commit read it. One for all records of a producer, so that none is made per record.
 */
final class SendFailure implements Callback {
    /** A refusal. */
    record Refused(String topic, Exception why) {}

    private final AtomicReference<Refused> first = new AtomicReference<>();

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception why) {
        if (why != null) {
            first.compareAndSet(null, new Refused(metadata == null ? "" : metadata.topic(), why));
        }
    }

    /** The first refusal, or null. */
    @Nullable
    Refused refused() {
        return first.get();
    }

    /** Throws the first refusal, if there was one. */
    void check(KafkaFaults faults) {
        Refused refused = first.get();
        if (refused != null) {
            throw faults.of(Act.WRITE, refused.topic(), refused.why());
        }
    }
}
