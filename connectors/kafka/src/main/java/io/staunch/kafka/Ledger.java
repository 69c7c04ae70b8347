package io.staunch.kafka;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Edge;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the commit ledger of one job and resource: a compacted topic of one partition, of which the end is what counts.
 * It is read backwards in growing steps, until the newest entry is found. Blocks; used by one thread.
 */
final class Ledger {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final int FIRST_STEP = 32;
    private static final int GROWTH = 16;
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final String job;
    private final String resource;
    private final TopicPartition partition;
    private final Environment environment;
    private final KafkaFaults faults;
    private final Duration patience;
    private final Runnable requireOpen;

    /**
     * @param patience how long the end of the ledger may be out of reach
     * @param requireOpen throws if nobody wants to know any more; looked at between two short waits
     */
    Ledger(
            String job,
            String resource,
            Environment environment,
            KafkaFaults faults,
            Duration patience,
            Runnable requireOpen) {
        this.job = job;
        this.resource = resource;
        this.partition = new TopicPartition(LedgerTopic.name(job), 0);
        this.environment = environment;
        this.faults = faults;
        this.patience = patience;
        this.requireOpen = requireOpen;
    }

    /** What has been found, newest first: the entry, and the owner recorded last. */
    private static final class Finding {
        private @Nullable LedgerEntry entry;
        private @Nullable Owner owner;
    }

    /**
     * What the ledger holds.
     *
     * @param settled whether to wait until nothing is open on it any more: after fencing, when it must be the whole
     *     truth
     */
    LedgerView view(String topicId, AdminPort admin, Supplier<ConsumerPort> consumers, boolean settled) {
        try (ConsumerPort consumer = consumers.get()) {
            consumer.assign(List.of(partition));
            long beginning = offset(admin, Edge.BEGINNING);
            long end = settled ? awaitStableEnd(admin, consumer) : offset(admin, Edge.STABLE_END);
            Finding found = backwards(consumer, beginning, end);
            if (found.owner == null && found.entry == null && beginning > 0) {
                throw new StaunchException(
                        "the ledger topic '" + partition.topic() + "' at " + faults.servers() + " is empty, but it held"
                                + " records once: it begins at offset " + beginning
                                + ". They were deleted (a retention,"
                                + " or kafka-delete-records), so nobody knows what is committed. Restore the topic, or"
                                + " rewind with consent, which repeats output",
                        Remedy.FAIL_JOB);
            }
            return new LedgerView(topicId, found.owner, found.entry);
        } catch (RuntimeException e) {
            throw faults.of(Act.READ_LEDGER, partition.topic(), e);
        }
    }

    private Finding backwards(ConsumerPort consumer, long beginning, long end) {
        Finding found = new Finding();
        long step = FIRST_STEP;
        for (long until = end; until > beginning; step *= GROWTH) {
            long from = Math.max(beginning, until - step);
            Finding earlier = between(consumer, from, until);
            found.owner = found.owner == null ? earlier.owner : found.owner;
            found.entry = found.entry == null ? earlier.entry : found.entry;
            if (found.owner != null && found.entry != null) {
                return found;
            }
            until = from;
        }
        return found;
    }

    /** The newest records at or behind {@code from} and before {@code until}. */
    private Finding between(ConsumerPort consumer, long from, long until) {
        Finding found = new Finding();
        consumer.seek(partition, from, ConsumerPort.NO_EPOCH);
        long at = from;
        var tries = new Tries(environment, patience);
        while (at < until) {
            requireOpen.run();
            List<Fetched> parts = consumer.poll(PAUSE);
            for (Fetched part : parts) {
                for (ConsumerRecord<ByteBuffer, ByteBuffer> record : part.records()) {
                    if (record.offset() < until) {
                        take(record, found);
                    }
                }
                at = part.next();
            }
            if (parts.isEmpty() && !tries.again()) {
                throw new StaunchException(
                        "reading the ledger topic '" + partition.topic() + "' at " + faults.servers()
                                + " stands still at" + " offset " + at + " of " + until + " for " + tries
                                + ": its broker gives no answer",
                        Remedy.RETRY);
            }
        }
        return found;
    }

    private void take(ConsumerRecord<ByteBuffer, ByteBuffer> record, Finding found) {
        String place = KafkaPosition.describe(partition, record.offset());
        if (!LedgerFormat.isKey(record.key())) {
            LOG.warn("the record at {} is no ledger record and is passed over; only the job should write there", place);
            return;
        }
        String value = record.value() == null
                ? ""
                : StandardCharsets.UTF_8.decode(record.value().duplicate()).toString();
        LedgerFormat.Line line = LedgerFormat.read(value, place);
        if (!line.job().equals(job) || !line.resource().equals(resource)) {
            throw new StaunchException(
                    "the ledger record at " + place + " is of job '" + line.job() + "' at " + line.resource()
                            + ", not of job '" + job + "' at " + resource
                            + ": the topic was copied from another cluster."
                            + " A job on another cluster is a new job: give it a new name",
                    Remedy.FAIL_JOB);
        }
        if (line.recorded() != null) {
            found.owner = line.recorded();
        }
        if (line.entry() != null) {
            found.entry = line.entry();
        }
    }

    /** The end, once no transaction is open before it. After fencing nobody who may write here can begin one. */
    private long awaitStableEnd(AdminPort admin, ConsumerPort consumer) {
        var tries = new Tries(environment, patience);
        while (true) {
            requireOpen.run();
            long end = offset(admin, Edge.END);
            long stable = offset(admin, Edge.STABLE_END);
            if (stable >= end) {
                return end;
            }
            if (!tries.again()) {
                throw new StaunchException(
                        "the ledger topic '" + partition.topic() + "' at " + faults.servers()
                                + " can be read up to offset " + stable + " of " + end + " only, for " + tries
                                + " now: " + OpenEnd.holder(partition, admin, faults),
                        Remedy.RETRY);
            }
            // Waits for what is committed meanwhile, and gives nothing that is not read again.
            consumer.seek(partition, stable, ConsumerPort.NO_EPOCH);
            consumer.poll(PAUSE);
        }
    }

    private long offset(AdminPort admin, Edge edge) {
        try {
            Map<TopicPartition, Long> offsets = admin.offsets(List.of(partition), edge);
            return offsets.get(partition);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_OFFSETS, partition.topic(), e);
        }
    }
}
