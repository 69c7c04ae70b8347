package io.staunch.testkit.log;

import java.util.ArrayList;
import java.util.List;

/** One transaction: which partitions it has written to, and what was decided about it. Owned by its coordinator. */
final class LogTransaction {
    /** What was decided. */
    enum Outcome {
        OPEN,
        COMMITTED,
        ABORTED
    }

    private final ProducerIdentity producer;
    private final long startNanos;
    private final List<LogPartition> partitions = new ArrayList<>(4);
    private Outcome outcome = Outcome.OPEN;
    private int markersMissing;

    LogTransaction(ProducerIdentity producer, long startNanos) {
        this.producer = producer;
        this.startNanos = startNanos;
    }

    ProducerIdentity producer() {
        return producer;
    }

    long startNanos() {
        return startNanos;
    }

    List<LogPartition> partitions() {
        return partitions;
    }

    Outcome outcome() {
        return outcome;
    }

    /** Whether it is decided and every partition knows. */
    boolean finished() {
        return outcome != Outcome.OPEN && markersMissing == 0;
    }

    void add(LogPartition partition) {
        partitions.add(partition);
    }

    void decide(Outcome decided) {
        if (outcome != Outcome.OPEN || decided == Outcome.OPEN) {
            throw new IllegalStateException("a transaction can't go from " + outcome + " to " + decided);
        }
        outcome = decided;
        markersMissing = partitions.size();
    }

    void markerWritten() {
        markersMissing--;
    }
}
