package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Intervals written into memory, right or in a way that breaks one promise. */
final class MemoryWriteAhead implements WriteAheadSink<String> {
    /** What is wrong with it. */
    enum Break {
        NOTHING(Protection.LEDGER, ""),
        BACKWARDS(Protection.LEDGER, "intervalsAreWrittenInOrder"),
        EMPTY_PASSED_OVER(Protection.LEDGER, "anEmptyIntervalIsTaken"),
        CUT_OFF(Protection.LEDGER, "manyRecordsAreOneInterval"),
        WRITTEN_AGAIN(Protection.LEDGER, "anIntervalThatComesAgainCountsOnce"),
        ENTRY_FORGOTTEN(Protection.LEDGER, "theNextProcessWritesWhatTheLastOneMayHaveWritten"),
        WITHOUT_A_TRANSACTION(Protection.LEDGER, "anIntervalThatCantBeReadLeavesNothing"),
        IDENTITY_MADE_ANEW(Protection.LEDGER, "aLedgerThatWasNeverThereIsMadeAndEmpty"),
        OWNER_FORGOTTEN(Protection.LEDGER, "ownerAndEntryAreFoundByTheNextOne"),
        FENCE_STAYS(Protection.LEDGER, "theFenceOnlyGrows"),
        WRITTEN_UNASKED(Protection.LEDGER, "aFencedProcessWritesNothingAndIsToldSo"),
        OWNED_UNASKED(Protection.LEDGER, "whoWasFencedCantBecomeTheOwner"),
        ROW_STAYS_LOCKED(Protection.LEDGER, "theRowIsFreeAfterEachOutcome"),
        ONE_ROW_FOR_ALL(Protection.LEDGER, "jobsDoNotDisturbEachOther"),
        SECOND_CLOSE_FAILS(Protection.LEDGER, "closingMayBeRepeated"),
        KEYS_RIGHT(Protection.IDEMPOTENCY_KEY, ""),
        KEY_IGNORED(Protection.IDEMPOTENCY_KEY, "anIntervalThatComesAgainCountsOnce"),
        KEYS_OF_ONE_PROCESS(Protection.IDEMPOTENCY_KEY, "theNextProcessWritesWhatTheLastOneMayHaveWritten"),
        KEY_TAKEN_BEFORE_THE_RECORDS(Protection.IDEMPOTENCY_KEY, "anIntervalThatCantBeReadLeavesNothing"),
        WITH_NEITHER(Protection.NONE, ""),
        MORE_OFFERED(Protection.NONE, "theProtectionTheConnectionAndTheOfferAgree");

        final Protection protection;
        /** The test that is about it. */
        final String foundBy;

        Break(Protection protection, String foundBy) {
            this.protection = protection;
            this.foundBy = foundBy;
        }
    }

    /** What is outside. */
    static final class Store {
        final List<String> seen = new ArrayList<>();
        final Set<String> keys = new HashSet<>();
        final Map<String, Row> ledger = new HashMap<>();
        final UUID identity = UUID.randomUUID();
    }

    /** A row of the ledger. */
    static final class Row {
        long fence;
        boolean locked;

        @Nullable
        Owner owner;

        @Nullable
        LedgerEntry entry;
    }

    private static final int MOST = 1_000;

    private final transient Store store;
    private final Break broken;

    MemoryWriteAhead(Store store, Break broken) {
        this.store = store;
        this.broken = broken;
    }

    @Override
    public String description() {
        return "intervals in memory";
    }

    @Override
    public Class<String> type() {
        return String.class;
    }

    @Override
    public String resource() {
        return "memory";
    }

    @Override
    public Protection protection() {
        return broken.protection;
    }

    @Override
    public Offer offer() {
        return broken == Break.WITH_NEITHER
                ? Offer.atLeastOnce("in memory", "a ledger")
                : Offer.exactlyOnce("in memory");
    }

    @Override
    public WriteAheadConnection<String> connect(WriteAheadContext context) {
        if (broken.protection != Protection.LEDGER) {
            return new WithoutLedger();
        }
        String key = broken == Break.ONE_ROW_FOR_ALL ? "row" : context.job() + "/" + context.resource();
        return new WithLedger(store.ledger.computeIfAbsent(key, k -> new Row()));
    }

    /** All records of an interval, or an exception and none. */
    private static List<String> read(Interval<String> interval) {
        List<String> records = new ArrayList<>();
        interval.forEach(records::add);
        return records;
    }

    private final class WithoutLedger implements WriteAheadConnection<String> {
        private final Set<String> mine = new HashSet<>();

        @Override
        public void apply(Interval<String> interval) {
            Set<String> keys = broken == Break.KEYS_OF_ONE_PROCESS ? mine : store.keys;
            boolean asked = broken.protection == Protection.IDEMPOTENCY_KEY && broken != Break.KEY_IGNORED;
            if (asked && keys.contains(interval.key())) {
                return;
            }
            if (broken == Break.KEY_TAKEN_BEFORE_THE_RECORDS) {
                keys.add(interval.key());
            }
            store.seen.addAll(read(interval));
            keys.add(interval.key());
        }

        @Override
        public void close() {}
    }

    private final class WithLedger implements LedgerConnection<String> {
        private final Row row;
        private boolean closed;

        WithLedger(Row row) {
            this.row = row;
        }

        @Override
        public LedgerView peek() {
            UUID identity = broken == Break.IDENTITY_MADE_ANEW ? UUID.randomUUID() : store.identity;
            return new LedgerView(identity.toString(), row.owner, row.entry);
        }

        @Override
        public long fence() {
            row.fence = broken == Break.FENCE_STAYS ? 1 : row.fence + 1;
            return row.fence;
        }

        @Override
        public LedgerView read() {
            return peek();
        }

        @Override
        public void own(Owner owner, FenceCheck fence) {
            if (broken != Break.OWNED_UNASKED) {
                fence.check(row.fence);
            }
            row.owner = broken == Break.OWNER_FORGOTTEN ? null : owner;
        }

        @Override
        public void apply(Interval<String> interval) {
            if (row.locked) {
                throw new StaunchException("the row is locked", Remedy.RETRY);
            }
            row.locked = true;
            try {
                write(interval);
                row.locked = false;
            } finally {
                row.locked = row.locked && broken == Break.ROW_STAYS_LOCKED;
            }
        }

        private void write(Interval<String> interval) {
            boolean asked = broken == Break.WRITTEN_UNASKED || interval.decide(row.fence, row.entry);
            boolean passed = broken == Break.EMPTY_PASSED_OVER && interval.records() == 0;
            if (passed || (!asked && broken != Break.WRITTEN_AGAIN)) {
                return;
            }
            if (broken == Break.WITHOUT_A_TRANSACTION) {
                interval.forEach(store.seen::add);
            } else {
                List<String> records = MemoryWriteAhead.read(interval);
                if (broken == Break.BACKWARDS) {
                    Collections.reverse(records);
                }
                int count = broken == Break.CUT_OFF ? Math.min(MOST, records.size()) : records.size();
                store.seen.addAll(records.subList(0, count));
            }
            if (broken != Break.ENTRY_FORGOTTEN) {
                row.entry = interval.entry();
            }
        }

        @Override
        public void close() {
            if (closed && broken == Break.SECOND_CLOSE_FAILS) {
                throw new IllegalStateException("closed before");
            }
            closed = true;
        }
    }

    /** The contract of such a double. */
    static final class Contract extends WriteAheadContract {
        private final Store store = new Store();
        private final Break broken;

        Contract(Break broken) {
            this.broken = broken;
        }

        @Override
        protected WriteAheadSink<String> sink() {
            return new MemoryWriteAhead(store, broken);
        }

        @Override
        protected Environment environment() {
            return SingleWorld.environment();
        }

        @Override
        protected List<String> written() {
            return List.copyOf(store.seen);
        }

        @Override
        protected Duration patience() {
            return Duration.ZERO;
        }
    }
}
