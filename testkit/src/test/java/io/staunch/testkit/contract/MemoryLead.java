package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list in memory with a ledger beside it, written right or in a way that breaks one promise. */
final class MemoryLead implements RereadSink<String, String> {
    /** What is wrong with it. */
    enum Break {
        NOTHING(""),
        NO_FENCE("aFencedInstanceMakesNothingVisible"),
        ONE_SLOT_FENCED("aFencedInstanceMakesNothingVisible"),
        FENCED_COMMIT_REPORTED("aFencedInstanceMakesNothingVisible"),
        OWNER_WITHOUT_FENCE("whoWasFencedCantBecomeTheOwner"),
        LEDGER_READ_BEFORE_FENCE("recordsAndEntryAreDecidedTogether"),
        ENTRY_BEFORE_RECORDS("recordsAndEntryAreDecidedTogether"),
        RECORDS_WITHOUT_ENTRY("aCommitMakesRecordsAndEntryVisible"),
        EMPTY_INTERVAL_NOT_ENTERED("anEmptyIntervalIsEntered"),
        VISIBLE_WHEN_FLUSHED("whatIsNotCommittedIsInvisible"),
        FLUSH_ENDS_THE_TRANSACTION("aTransactionGoesOnAfterAFlush"),
        SLOTS_SHARED("theOtherSlotIsWrittenWhileOneIsCommitted"),
        NEWEST_FIRST("theOrderOfAKeyIsKept"),
        COMMITTED_TWICE("aTransactionTakesEffectOnce"),
        OPEN_AFTER_OWN_FENCE("aConnectionThatFencesAgainIsAsNew"),
        LOOK_FENCES("aLookDisturbsNobody"),
        JOBS_SHARE_A_FENCE("jobsDoNotDisturbEachOther"),
        CLOSE_COMMITS("closingCommitsNothingAndMayBeRepeated"),
        SECOND_CLOSE_ABORTS_ALL("closingCommitsNothingAndMayBeRepeated"),
        LEDGER_OF_ANOTHER_IDENTITY("aLedgerThatWasNeverThereIsMadeAndEmpty");

        /** The test that is about it. */
        final String foundBy;

        Break(String foundBy) {
            this.foundBy = foundBy;
        }
    }

    /** What is outside. */
    static final class Outside {
        final List<String> committed = new ArrayList<>();
        final Map<String, Ledger> ledgers = new HashMap<>();
        int made;

        Ledger ledger(String job) {
            return ledgers.computeIfAbsent(job, name -> new Ledger("ledger" + made++));
        }
    }

    /** Of one job: its ledger, and who has fenced last. */
    static final class Ledger {
        final String identity;
        final Connection[] fencedBy = new Connection[SLOTS];

        @Nullable
        Owner owner;

        @Nullable
        LedgerEntry entry;

        Ledger(String identity) {
            this.identity = identity;
        }
    }

    private final transient Outside outside;
    private final Break broken;

    MemoryLead(Outside outside, Break broken) {
        this.outside = outside;
        this.broken = broken;
    }

    @Override
    public String description() {
        return "a list in memory";
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("a list for each interval, with a commit ledger");
    }

    @Override
    public String resourceKey() {
        return "memory";
    }

    @Override
    public SinkEncoder<String, String> encoder(SinkContext context) {
        return (value, timestamp) -> value;
    }

    @Override
    public LeadConnection<String> connect(LeadContext context) {
        return new Connection(broken == Break.JOBS_SHARE_A_FENCE ? "any" : context.job());
    }

    private final class Connection implements LeadConnection<String> {
        private final String job;
        private final List<List<String>> open = new ArrayList<>(List.of(new ArrayList<>(), new ArrayList<>()));
        private final boolean[] begun = new boolean[SLOTS];
        private List<String> last = List.of();
        private @Nullable LedgerView peeked;
        private boolean closed;

        Connection(String job) {
            this.job = job;
        }

        private Ledger ledger() {
            return outside.ledger(job);
        }

        @Override
        public String resource() {
            return "memory";
        }

        @Override
        public Duration deadline() {
            return Duration.ofMinutes(1);
        }

        @Override
        public LedgerView peek() {
            if (broken == Break.LOOK_FENCES) {
                fence();
            }
            peeked = read();
            return peeked;
        }

        @Override
        public void fence() {
            for (int slot = 0; slot < SLOTS; slot++) {
                if (broken != Break.ONE_SLOT_FENCED || slot == 0 || ledger().fencedBy[slot] == null) {
                    ledger().fencedBy[slot] = this;
                }
                if (broken != Break.OPEN_AFTER_OWN_FENCE) {
                    open.get(slot).clear();
                }
                begun[slot] = false;
            }
        }

        @Override
        public LedgerView read() {
            if (broken == Break.LEDGER_READ_BEFORE_FENCE && peeked != null) {
                return peeked;
            }
            String identity = broken == Break.LEDGER_OF_ANOTHER_IDENTITY ? "it" + outside.made++ : ledger().identity;
            return new LedgerView(identity, ledger().owner, ledger().entry);
        }

        @Override
        public void own(Owner owner) {
            if (broken != Break.OWNER_WITHOUT_FENCE) {
                requireFence(0);
            }
            ledger().owner = owner;
        }

        private void requireFence(int slot) {
            if (closed || (ledger().fencedBy[slot] != this && broken != Break.NO_FENCE)) {
                throw new StaunchException("fenced, or closed", Remedy.RESTART_FROM_CHECKPOINT);
            }
        }

        private int list(int slot) {
            return broken == Break.SLOTS_SHARED ? 0 : slot;
        }

        @Override
        public void begin(int slot) {
            begun[slot] = true;
        }

        @Override
        public void write(int slot, String record) {
            open.get(list(slot)).add(record);
        }

        @Override
        public void flush(int slot) {
            if (broken == Break.VISIBLE_WHEN_FLUSHED) {
                take(slot);
            }
            if (broken == Break.FLUSH_ENDS_THE_TRANSACTION) {
                requireFence(slot);
                if (!begun[slot]) {
                    open.get(list(slot)).clear();
                }
                take(slot);
                begun[slot] = false;
            }
        }

        @Override
        public void commit(int slot, LedgerEntry entry) {
            boolean enters = broken != Break.RECORDS_WITHOUT_ENTRY
                    && (broken != Break.EMPTY_INTERVAL_NOT_ENTERED
                            || !open.get(list(slot)).isEmpty());
            if (broken == Break.ENTRY_BEFORE_RECORDS) {
                ledger().entry = entry;
            }
            if (broken == Break.FENCED_COMMIT_REPORTED && ledger().fencedBy[slot] != this) {
                return;
            }
            requireFence(slot);
            if (broken == Break.COMMITTED_TWICE && open.get(slot).isEmpty()) {
                outside.committed.addAll(last);
            }
            take(slot);
            if (enters) {
                ledger().entry = entry;
            }
        }

        private void take(int slot) {
            List<String> records = open.get(list(slot));
            outside.committed.addAll(broken == Break.NEWEST_FIRST ? 0 : outside.committed.size(), records);
            last = List.copyOf(records);
            records.clear();
        }

        @Override
        public void close() {
            if (closed && broken == Break.SECOND_CLOSE_ABORTS_ALL) {
                new Connection(job).fence();
            }
            if (!closed && broken == Break.CLOSE_COMMITS) {
                take(0);
            }
            closed = true;
        }
    }

    /** The contract for it, on an outside of its own. */
    static final class Contract extends LeadContract {
        private final Outside outside = new Outside();
        private final Break broken;

        Contract(Break broken) {
            this.broken = broken;
        }

        @Override
        protected RereadSink<String, ?> sink() {
            return new MemoryLead(outside, broken);
        }

        @Override
        protected Environment environment() {
            return SingleWorld.environment();
        }

        @Override
        protected List<String> committed() {
            return List.copyOf(outside.committed);
        }

        @Override
        protected boolean threads() {
            return false;
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(20);
        }
    }
}
