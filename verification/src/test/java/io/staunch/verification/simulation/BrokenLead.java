package io.staunch.verification.simulation;

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
import org.jspecify.annotations.Nullable;

/** A lead that breaks one rule. */
record BrokenLead<T, R>(RereadSink<T, R> sink, Break how) implements RereadSink<T, R> {
    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public Offer offer() {
        return sink.offer();
    }

    @Override
    public String resourceKey() {
        return sink.resourceKey();
    }

    @Override
    public SinkEncoder<T, R> encoder(SinkContext context) {
        return sink.encoder(context);
    }

    @Override
    public LeadConnection<R> connect(LeadContext context) {
        return new Connection<>(sink.connect(context), how);
    }

    private static final class Connection<R> implements LeadConnection<R> {
        private static final int NONE = -1;

        private final LeadConnection<R> lead;
        private final Break how;
        private @Nullable LedgerView before;
        private @Nullable Owner owner;
        private @Nullable LedgerEntry committed;
        private @Nullable Later later;

        /** The slot that was opened before it was time, or {@link #NONE}. */
        private int early = NONE;

        private final boolean[] wrote = new boolean[RereadSink.SLOTS];

        /** A commit that was put off. */
        private record Later(int slot, LedgerEntry entry) {}

        Connection(LeadConnection<R> lead, Break how) {
            this.lead = lead;
            this.how = how;
        }

        @Override
        public String resource() {
            return lead.resource();
        }

        @Override
        public Duration deadline() {
            return lead.deadline();
        }

        @Override
        public LedgerView peek() throws Exception {
            return lead.peek();
        }

        @Override
        public void fence() throws Exception {
            before = lead.peek();
            early = NONE;
            lead.fence();
        }

        @Override
        public LedgerView read() throws Exception {
            LedgerView read = lead.read();
            return how == Break.READ_BEFORE_FENCE && before != null ? before : read;
        }

        @Override
        public void own(Owner newOwner) throws Exception {
            owner = newOwner;
            lead.own(newOwner);
        }

        @Override
        public void begin(int slot) throws Exception {
            catchUp();
            wrote[slot] = false;
            if (early == slot) {
                early = NONE;
            } else {
                lead.begin(slot);
            }
        }

        @Override
        public void write(int slot, R record) throws Exception {
            wrote[slot] = true;
            lead.write(early == NONE ? slot : early, record);
        }

        @Override
        public void flush(int slot) throws Exception {
            if (how != Break.FLUSH_SKIPPED) {
                lead.flush(slot);
            }
            if (how == Break.OPENED_BEFORE_DURABLE) {
                openEarly(RereadSink.SLOTS - 1 - slot);
            }
            if (how == Break.COMMIT_BEFORE_DURABLE && committed != null && owner != null) {
                var early = new LedgerEntry(committed.job(), committed.resource(), committed.committed() + 1, owner);
                lead.commit(slot, early);
                lead.begin(slot);
            }
        }

        /** What was said to be committed is, when something else is asked for. */
        private void catchUp() throws Exception {
            Later due = later;
            later = null;
            if (due != null) {
                lead.commit(due.slot(), due.entry());
            }
        }

        private void openEarly(int other) throws Exception {
            if (early == NONE) {
                lead.begin(other);
                early = other;
            } else {
                lead.flush(early);
            }
        }

        @Override
        public void commit(int slot, LedgerEntry entry) throws Exception {
            committed = entry;
            if (how == Break.FOLLOWER_BEFORE_LEAD && entry.committed() > 0) {
                catchUp();
                later = new Later(slot, entry);
                return;
            }
            if (how == Break.EMPTY_INTERVAL_NOT_ENTERED && !wrote[slot] && entry.committed() > 0) {
                return;
            }
            try {
                lead.commit(slot, entry);
            } catch (RuntimeException e) {
                if (how != Break.COMMIT_SWALLOWED) {
                    throw e;
                }
            }
        }

        @Override
        public void close() {
            lead.close();
        }
    }
}
