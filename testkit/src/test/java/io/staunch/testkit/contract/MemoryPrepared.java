package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prepared transactions in memory, right or in a way that breaks one promise. */
final class MemoryPrepared implements TwoPhaseCommitSink<String> {
    /** What is wrong with it. */
    enum Break {
        NOTHING(""),
        MORE_OFFERED("theLimitAndTheOfferAgree"),
        SEEN_WHEN_PREPARED("recordsAreSeenWhenTheyAreCommitted"),
        CUT_OFF("manyRecordsAreOneTransaction"),
        DROPPED_WITH_ITS_PROCESS("whatIsPreparedOutlivesItsProcess"),
        OPEN_OUTLIVES_ITS_PROCESS("whatIsOnlyWrittenIsGoneWithItsProcess"),
        ONE_AT_A_TIME("severalMayBeWaiting"),
        COMMITTED_AGAIN("aCommitThatComesAgainCountsOnce"),
        EVIDENCE_WHEN_PREPARED("theEvidenceTellsWhatWasCommitted"),
        ABORT_DOES_NOTHING("whatIsAbortedNeverWas"),
        ABORT_FAILS_WHEN_GONE("whatIsAbortedNeverWas"),
        NAMES_CUT("theLongestNameIsKeptAsItIs"),
        ENTRY_FORGOTTEN("anEntryIsFoundByTheNextProcess"),
        ENTERED_UNASKED("whoWasFencedEntersNothing"),
        EVIDENCE_REMOVED_UNASKED("whoWasFencedRemovesNoEvidence"),
        OWNED_UNASKED("whoWasFencedCantBecomeTheOwner"),
        ONE_ROW_FOR_ALL("jobsDoNotDisturbEachOther"),
        SECOND_CLOSE_FAILS("closingMayBeRepeated");

        /** The test that is about it. */
        final String foundBy;

        Break(String foundBy) {
            this.foundBy = foundBy;
        }
    }

    /** What is outside. */
    static final class Store {
        final List<String> seen = new ArrayList<>();
        final Map<String, List<String>> prepared = new LinkedHashMap<>();
        final Map<String, List<String>> finished = new HashMap<>();
        final Set<String> evidence = new HashSet<>();
        final Map<String, Row> ledger = new HashMap<>();
        final List<String> open = new ArrayList<>();
    }

    /** A row of the ledger. */
    static final class Row {
        long fence;

        @Nullable
        Owner owner;

        @Nullable
        LedgerEntry entry;
    }

    private static final int MOST = 1_000;
    private static final int SHORT = 120;

    private final transient Store store;
    private final Break broken;

    MemoryPrepared(Store store, Break broken) {
        this.store = store;
        this.broken = broken;
    }

    @Override
    public String description() {
        return "prepared transactions in memory";
    }

    @Override
    public String resource() {
        return "memory";
    }

    @Override
    public Optional<Duration> preparedLimit() {
        return broken == Break.MORE_OFFERED ? Optional.of(Duration.ofHours(1)) : Optional.empty();
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("in memory");
    }

    @Override
    public TransactionConnection<String> connect(TwoPhaseCommitContext context) {
        return new Transactions();
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) {
        return new Commits(broken == Break.ONE_ROW_FOR_ALL ? "row" : context.job() + "/" + context.resource());
    }

    private String name(String token) {
        return broken == Break.NAMES_CUT && token.length() > SHORT ? token.substring(0, SHORT) : token;
    }

    private final class Transactions implements TransactionConnection<String> {
        private final Set<String> mine = new HashSet<>();
        private boolean closed;

        @Override
        public void begin() {
            if (broken != Break.OPEN_OUTLIVES_ITS_PROCESS) {
                store.open.clear();
            }
        }

        @Override
        public void write(String value, long origin) {
            if (broken != Break.CUT_OFF || store.open.size() < MOST) {
                store.open.add(value);
            }
        }

        @Override
        public void prepare(String token) {
            if (broken == Break.ONE_AT_A_TIME) {
                store.prepared.clear();
            }
            if (broken == Break.SEEN_WHEN_PREPARED) {
                store.seen.addAll(store.open);
            }
            if (broken == Break.EVIDENCE_WHEN_PREPARED) {
                store.evidence.add(token);
            }
            store.prepared.put(name(token), List.copyOf(store.open));
            mine.add(name(token));
            store.open.clear();
        }

        @Override
        public void close() {
            if (broken == Break.DROPPED_WITH_ITS_PROCESS) {
                store.prepared.keySet().removeAll(mine);
            }
            if (closed && broken == Break.SECOND_CLOSE_FAILS) {
                throw new IllegalStateException("closed before");
            }
            closed = true;
        }
    }

    private final class Commits implements CommitConnection {
        private final Row row;

        Commits(String key) {
            row = store.ledger.computeIfAbsent(key, k -> new Row());
        }

        @Override
        public LedgerView peek() {
            return new LedgerView("ledger", row.owner, row.entry);
        }

        @Override
        public long fence() {
            return ++row.fence;
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
            row.owner = owner;
        }

        @Override
        public Collection<String> prepared() {
            return List.copyOf(store.prepared.keySet());
        }

        @Override
        public Collection<String> committed(Collection<String> tokens) {
            return tokens.stream().filter(store.evidence::contains).toList();
        }

        @Override
        public boolean commit(String token) {
            List<String> records = store.prepared.remove(name(token));
            if (records == null && broken == Break.COMMITTED_AGAIN) {
                records = store.finished.get(token);
            }
            if (records == null) {
                return false;
            }
            store.seen.addAll(records);
            store.finished.put(token, records);
            store.evidence.add(token);
            return true;
        }

        @Override
        public void abort(String token) {
            if (broken == Break.ABORT_DOES_NOTHING) {
                return;
            }
            if (store.prepared.remove(name(token)) == null && broken == Break.ABORT_FAILS_WHEN_GONE) {
                throw new IllegalStateException("there is no " + token);
            }
        }

        @Override
        public void enter(LedgerWrite write) {
            if (broken == Break.EVIDENCE_REMOVED_UNASKED) {
                store.evidence.clear();
            }
            boolean asked = broken == Break.ENTERED_UNASKED || write.decide(row.fence, row.entry);
            if (asked && broken != Break.ENTRY_FORGOTTEN) {
                row.entry = write.entry();
            }
        }

        @Override
        public void close() {}
    }

    /** The contract of such a double. */
    static final class Contract extends TwoPhaseCommitContract {
        private final Store store = new Store();
        private final Break broken;

        Contract(Break broken) {
            this.broken = broken;
        }

        @Override
        protected TwoPhaseCommitSink<String> sink() {
            return new MemoryPrepared(store, broken);
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
