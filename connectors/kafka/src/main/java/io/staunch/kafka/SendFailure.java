package io.staunch.kafka;

import io.staunch.sink.RefusedRecordsException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what has become of records that were not taken: the first failure, and all that lie in a record, with their records. Crosses
 * threads: the producer's own thread writes it, those who flush and commit read it. One for all records of a producer.
 */
final class SendFailure {
    /** The number of a record that belongs to no sink. */
    static final int NO_SINK = -1;

    /** A failure. */
    record Failed(String topic, Exception why) {}

    private final AtomicReference<@Nullable Failed> first = new AtomicReference<>();
    private final Queue<RefusedRecordsException.Refused> refused = new ConcurrentLinkedQueue<>();

    /** Hears what becomes of one record: the producer names none. */
    private static final class Sent implements Callback {
        private final SendFailure failures;
        private final long origin;
        private final int sink;

        Sent(SendFailure failures, int sink, long origin) {
            this.failures = failures;
            this.sink = sink;
            this.origin = origin;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception why) {
            if (why != null) {
                failures.failed(metadata == null ? "" : metadata.topic(), why, sink, origin);
            }
        }
    }

    /** For a record of a sink, or of {@link #NO_SINK}. */
    Callback of(int sink, long origin) {
        return new Sent(this, sink, origin);
    }

    private void failed(String topic, Exception why, int sink, long origin) {
        if (sink != NO_SINK && KafkaFaults.inRecord(why)) {
            refused.add(new RefusedRecordsException.Refused(sink, origin, KafkaFaults.refused(topic, why)));
        }
        first.compareAndSet(null, new Failed(topic, why));
    }

    /** Whether anything has failed. Cheap. */
    boolean happened() {
        return first.get() != null;
    }

    /** Whether any record was refused for a reason that lies in it. */
    boolean inRecords() {
        return !refused.isEmpty();
    }

    /** What is known: the refused records, if there are any, or else the first failure; null if nothing has failed. */
    @Nullable
    RuntimeException told(KafkaFaults faults) {
        Failed failed = first.get();
        if (failed == null) {
            return null;
        }
        List<RefusedRecordsException.Refused> all = List.copyOf(refused);
        return all.isEmpty()
                ? faults.of(Act.WRITE, failed.topic(), failed.why())
                : new RefusedRecordsException(all, failed.why());
    }
}
