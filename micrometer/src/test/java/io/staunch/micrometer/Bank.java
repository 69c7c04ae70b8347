package io.staunch.micrometer;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A lead that keeps nothing but its ledger, and holds up writes or commits when a test says so. */
record Bank(String name) implements RereadSink<Long, Object> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Desk> ALL = new ConcurrentHashMap<>();

    /** What is outside. */
    static final class Desk {
        private boolean writesHeld;
        private boolean commitsHeld;
        private int refusals;
        private @Nullable Owner owner;
        private @Nullable LedgerEntry entry;

        synchronized void holdWrites(boolean held) {
            writesHeld = held;
            notifyAll();
        }

        synchronized void holdCommits(boolean held) {
            commitsHeld = held;
            notifyAll();
        }

        /** So many of the next commits fail. */
        synchronized void refuse(int commits) {
            refusals = commits;
        }

        synchronized LedgerView view() {
            return new LedgerView("ledger", owner, entry);
        }

        private synchronized void own(Owner me) {
            owner = me;
        }

        private synchronized void write() throws InterruptedException {
            while (writesHeld) {
                wait();
            }
        }

        private synchronized void commit(LedgerEntry newEntry) throws InterruptedException {
            while (commitsHeld) {
                wait();
            }
            if (refusals > 0) {
                refusals--;
                throw new StaunchException("refused", Remedy.RESTART_FROM_CHECKPOINT);
            }
            entry = newEntry;
        }
    }

    Desk desk() {
        return ALL.computeIfAbsent(name, n -> new Desk());
    }

    @Override
    public String description() {
        return "bank " + name;
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("a transaction per checkpoint with a commit ledger");
    }

    @Override
    public String resourceKey() {
        return name;
    }

    @Override
    public SinkEncoder<Long, Object> encoder(SinkContext context) {
        return (value, timestamp) -> value;
    }

    @Override
    public LeadConnection<Object> connect(LeadContext context) {
        return new Connection(name, desk());
    }

    private record Connection(String name, Desk desk) implements LeadConnection<Object> {
        @Override
        public String resource() {
            return "bank:" + name;
        }

        @Override
        public Duration deadline() {
            return Duration.ofDays(365);
        }

        @Override
        public LedgerView peek() {
            return desk.view();
        }

        @Override
        public void fence() {}

        @Override
        public LedgerView read() {
            return desk.view();
        }

        @Override
        public void own(Owner owner) {
            desk.own(owner);
        }

        @Override
        public void begin(int slot) {}

        @Override
        public void write(int slot, Object record) throws InterruptedException {
            desk.write();
        }

        @Override
        public void flush(int slot) {}

        @Override
        public void commit(int slot, LedgerEntry entry) throws InterruptedException {
            desk.commit(entry);
        }

        @Override
        public void close() {}
    }
}
