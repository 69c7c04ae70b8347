package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.RereadSink;
import io.staunch.testkit.log.LogException;
import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.ProducerIdentity;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lead over the simulated log: one transactional id for each slot, and a topic with one partition for the ledger. */
final class LogLeadConnection implements LeadConnection<LogEntry> {
    private static final long TIMEOUT_MS = 5_000;
    private static final long LEDGER_PAUSE_NANOS = 2_000_000;
    private static final int LEDGER_TRIES = 20_000;
    private static final double SENT_AT_ONCE = 0.1;

    private final String job;
    private final SimulatedLog log;
    private final LogClients clients;
    private final Wire wire;
    private final List<ArrayDeque<LogEntry>> waiting = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    private final @Nullable ProducerIdentity[] producers = new @Nullable ProducerIdentity[RereadSink.SLOTS];

    LogLeadConnection(String job, LogClients clients) {
        this.job = job;
        this.clients = clients;
        log = clients.log();
        wire = clients.wire();
    }

    @Override
    public String resource() {
        return "log:" + log.clusterId();
    }

    @Override
    public Duration deadline() {
        return Duration.ofMillis(TIMEOUT_MS);
    }

    @Override
    public LedgerView peek() {
        call("log.peek", () -> log.find(ledgerName()) == null ? log.createTopic(ledgerName(), 1, Map.of()) : ledger());
        return call("log.peek", this::view);
    }

    @Override
    public void fence() {
        for (int slot = 0; slot < producers.length; slot++) {
            String id = job + "-" + slot;
            waiting.get(slot).clear();
            producers[slot] = call("log.init", () -> log.coordinator().init(id, TIMEOUT_MS));
        }
    }

    @Override
    public LedgerView read() {
        LogPartition partition = ledger().partitions().get(0);
        for (int i = 0; partition.stableEnd() < partition.end(); i++) {
            if (i == LEDGER_TRIES) {
                throw new StaunchException(
                        "the ledger is held up by an open transaction", Remedy.RESTART_FROM_CHECKPOINT);
            }
            clients.process().block(LEDGER_PAUSE_NANOS);
        }
        return call("log.read", this::view);
    }

    @Override
    public void own(Owner owner) {
        append(0, ledger().partitions().get(0), new Payload(null, owner, null, 0));
        end(0);
    }

    @Override
    public void begin(int slot) {}

    @Override
    public void write(int slot, LogEntry record) {
        clients.process().requireAlive();
        waiting.get(slot).add(record);
        if (clients.chance().happens(SENT_AT_ONCE)) {
            send(slot);
        }
    }

    @Override
    public void flush(int slot) {
        clients.process().before("log.flush");
        send(slot);
        clients.process().after("log.flush");
    }

    @Override
    public void commit(int slot, LedgerEntry entry) {
        send(slot);
        append(slot, ledger().partitions().get(0), new Payload(null, entry, null, 0));
        end(slot);
    }

    @Override
    public void close() {}

    private void send(int slot) {
        ArrayDeque<LogEntry> records = waiting.get(slot);
        while (!records.isEmpty()) {
            LogEntry record = records.remove();
            append(slot, record.partition(log), record.payload());
        }
    }

    private void append(int slot, LogPartition partition, Payload payload) {
        clients.process().before("log.append");
        refused(() -> wire.patiently("log.append", () -> log.append(partition, payload, producer(slot))));
        clients.process().after("log.append");
    }

    private void end(int slot) {
        ProducerIdentity before = producer(slot);
        producers[slot] = call("log.commit", () -> log.coordinator().end(before, true));
    }

    private ProducerIdentity producer(int slot) {
        ProducerIdentity producer = producers[slot];
        if (producer == null) {
            throw new IllegalStateException("slot " + slot + " was not fenced");
        }
        return producer;
    }

    private LedgerView view() {
        List<LogRecord> records = new ArrayList<>();
        LogPartition partition = ledger().partitions().get(0);
        partition.read(partition.start(), true, Integer.MAX_VALUE, records);
        Owner owner = null;
        LedgerEntry entry = null;
        for (LogRecord record : records) {
            if (record.value() instanceof Owner o) {
                owner = o;
            } else if (record.value() instanceof LedgerEntry e) {
                entry = e;
            }
        }
        return new LedgerView(ledger().id(), owner, entry);
    }

    private LogTopic ledger() {
        LogTopic found = log.find(ledgerName());
        if (found == null) {
            throw new IllegalStateException("the ledger was not made");
        }
        return found;
    }

    private String ledgerName() {
        return "ledger-" + job;
    }

    private <T> T call(String operation, Supplier<T> effect) {
        return refused(() -> wire.call(operation, () -> {
            log.requireBack();
            return effect.get();
        }));
    }

    private static <T> T refused(Supplier<T> call) {
        try {
            return call.get();
        } catch (LogException e) {
            throw new StaunchException("the log has refused it: " + e.getMessage(), Remedy.RESTART_FROM_CHECKPOINT, e);
        }
    }
}
