package io.staunch.testkit.log;

import io.staunch.testkit.log.LogException.Reason;
import io.staunch.testkit.log.LogTransaction.Outcome;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.VirtualClock;
import io.staunch.testkit.simulation.world.Weather;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides about transactions, as Kafka's coordinator does since transaction version 2 (KIP-890): one transaction at a time for each id; a
 * new producer of an id fences the old one and aborts what it left open; every decision takes a new epoch; a transaction that is open for
 * too long is aborted at the next look, and its producer learns it by an error that a fenced one gets too. A decision is all or nothing;
 * its markers reach the partitions one by one.
 */
public final class TransactionCoordinator {
    private static final long QUICKEST_MARKER_NANOS = 20_000;
    private static final long SLOWEST_MARKER_NANOS = 30_000_000;

    private final VirtualClock clock;
    private final Chance chance;
    private final LogFaults faults;
    private final Weather weather;
    private final Map<String, IdState> ids = new HashMap<>();
    private final List<Marker> onTheWay = new ArrayList<>();
    private boolean calm;

    TransactionCoordinator(VirtualClock clock, Chance chance, LogFaults faults) {
        this.clock = clock;
        this.chance = chance;
        this.faults = faults;
        weather = new Weather(clock, chance, faults.stuckPerSecond());
    }

    /** Nanoseconds until it answers again; 0 if it does. */
    public long untilBack() {
        return weather.untilBack();
    }

    /**
     * Makes a new producer the owner of an id. What the old one left open is aborted.
     *
     * @throws LogException with {@code STILL_FINISHING} as long as a decision about the id's last transaction has not reached all
     *     partitions; the old producer is fenced already
     */
    public ProducerIdentity init(String transactionalId, long timeoutMs) {
        requireBack();
        if (timeoutMs > faults.longestTimeoutMs()) {
            throw new LogException(
                    Reason.TIMEOUT_TOO_LONG,
                    timeoutMs + " ms, at most " + faults.longestTimeoutMs() + " ms are allowed");
        }
        IdState id = ids.computeIfAbsent(transactionalId, i -> new IdState(i, ids.size() + 1_000));
        if (id.current != null && id.current.outcome() == Outcome.OPEN) {
            decide(id, id.current, Outcome.ABORTED);
        }
        if (id.finishing()) {
            throw new LogException(Reason.STILL_FINISHING, transactionalId);
        }
        id.epoch++;
        id.timedOutEpoch = -1;
        id.timeoutMs = timeoutMs;
        return id.identity();
    }

    /** Finishes the producer's open transaction, and gives its identity for the next one. One without records is finished as well. */
    public ProducerIdentity end(ProducerIdentity producer, boolean commit) {
        requireBack();
        IdState id = known(producer);
        if (producer.epoch() != id.epoch) {
            boolean timedOut = producer.epoch() == id.timedOutEpoch;
            throw new LogException(
                    timedOut ? Reason.WRONG_STATE : Reason.FENCED, producer + ", the epoch is " + id.epoch);
        }
        if (id.current != null && id.current.outcome() == Outcome.OPEN) {
            decide(id, id.current, commit ? Outcome.COMMITTED : Outcome.ABORTED);
        }
        return id.identity();
    }

    /** The transaction that a record of this producer for this partition belongs to. */
    LogTransaction enlist(ProducerIdentity producer, LogPartition partition) {
        IdState id = known(producer);
        LogTransaction current = id.current;
        boolean same = current != null && current.producer().equals(producer);
        if (same && partition.isOpen(current)) {
            return current;
        }
        requireBack();
        if (producer.epoch() != id.epoch) {
            throw new LogException(Reason.OLD_EPOCH, producer + ", the epoch is " + id.epoch);
        }
        if (id.finishing()) {
            throw new LogException(Reason.STILL_FINISHING, producer.toString());
        }
        if (current == null || !same) {
            current = begin(id, producer);
        }
        partition.open(current);
        current.add(partition);
        return current;
    }

    /** The id that uses a producer id. */
    public Optional<String> transactionalId(long producerId) {
        return ids.values().stream()
                .filter(id -> id.producerId == producerId)
                .map(id -> id.transactionalId)
                .findFirst();
    }

    /** Whether no transaction of an id is open or being finished. */
    public boolean hasEnded(String transactionalId) {
        IdState id = ids.get(transactionalId);
        return id == null || id.current == null || id.current.finished();
    }

    /** It decides about nothing from now on, and no marker is written, until {@link #letGo}: for a test that says itself when it is stuck. */
    public void hold() {
        weather.hold();
    }

    /** Ends {@link #hold}. */
    public void letGo() {
        weather.letGo();
    }

    /** No more stuck times and no early time-outs; a marker that waits for the end of a stuck time need not wait any longer. */
    void calm() {
        calm = true;
        weather.calm();
        onTheWay.forEach(marker -> clock.after(SLOWEST_MARKER_NANOS, () -> write(marker)));
    }

    private LogTransaction begin(IdState id, ProducerIdentity producer) {
        var transaction = new LogTransaction(producer, clock.nanos());
        id.current = transaction;
        long look = id.timeoutMs * 1_000_000 + chance.below(faults.timeoutLookEveryMs() * 1_000_000 + 1);
        clock.after(look, () -> timeOut(id, transaction));
        if (!calm && chance.happens(faults.earlyAbort())) {
            clock.after(chance.skewed(10_000, 100_000_000), () -> {
                if (!calm) {
                    timeOut(id, transaction);
                }
            });
        }
        return transaction;
    }

    private void timeOut(IdState id, LogTransaction transaction) {
        if (transaction.outcome() == Outcome.OPEN) {
            int epoch = id.epoch;
            decide(id, transaction, Outcome.ABORTED);
            id.timedOutEpoch = epoch;
        }
    }

    private void decide(IdState id, LogTransaction transaction, Outcome outcome) {
        transaction.decide(outcome);
        id.epoch++;
        for (LogPartition partition : transaction.partitions()) {
            var marker = new Marker(transaction, partition);
            onTheWay.add(marker);
            send(marker);
        }
    }

    private void send(Marker marker) {
        long delay = chance.skewed(QUICKEST_MARKER_NANOS, SLOWEST_MARKER_NANOS) + weather.untilBack();
        clock.after(delay, () -> {
            if (weather.away()) {
                send(marker);
            } else {
                write(marker);
            }
        });
    }

    private void write(Marker marker) {
        if (onTheWay.remove(marker)) {
            marker.partition().writeMarker(marker.transaction());
        }
    }

    private IdState known(ProducerIdentity producer) {
        IdState id = ids.get(producer.transactionalId());
        if (id == null) {
            throw new IllegalStateException(producer + " was never given by init");
        }
        return id;
    }

    private void requireBack() {
        if (weather.away()) {
            throw new LogException(Reason.UNAVAILABLE, "the transaction coordinator does not answer");
        }
    }

    /** What a partition has yet to be told: that a transaction has ended. */
    private record Marker(LogTransaction transaction, LogPartition partition) {}

    /** What is known of a transactional id. */
    private static final class IdState {
        private final String transactionalId;
        private final long producerId;
        private int epoch;
        private int timedOutEpoch = -1;
        private long timeoutMs;
        private @Nullable LogTransaction current;

        IdState(String transactionalId, long producerId) {
            this.transactionalId = transactionalId;
            this.producerId = producerId;
        }

        ProducerIdentity identity() {
            return new ProducerIdentity(transactionalId, producerId, epoch);
        }

        boolean finishing() {
            return current != null && current.outcome() != Outcome.OPEN && !current.finished();
        }
    }
}
