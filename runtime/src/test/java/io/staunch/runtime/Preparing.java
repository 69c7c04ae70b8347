package io.staunch.runtime;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.CommitLedger.FenceCheck;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecordException;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An outside in memory whose prepared transactions outlive their process. Safe for use by any thread. */
final class Preparing {
    private static final Map<String, Preparing> ALL = new ConcurrentHashMap<>();

    private final List<Object> rows = new ArrayList<>();
    private final Map<String, List<Object>> prepared = new LinkedHashMap<>();
    private final Set<String> committed = new HashSet<>();
    private final Map<String, Row> ledger = new HashMap<>();
    private boolean away;
    private int triesWhileAway;
    private int lostAnswers;
    private @Nullable StaunchException refusal;
    private @Nullable StaunchException entryRefusal;
    private long written;
    private int begun;
    private int held;

    /** A row of the ledger. */
    private static final class Row {
        private long fence;
        private @Nullable Owner owner;
        private @Nullable LedgerEntry entry;
    }

    static Preparing named(String name) {
        return ALL.computeIfAbsent(name, n -> new Preparing());
    }

    /** What readers see. */
    synchronized List<Object> rows() {
        return List.copyOf(rows);
    }

    synchronized List<String> prepared() {
        return List.copyOf(prepared.keySet());
    }

    /** As if somebody had rolled all of them back by hand. */
    synchronized Map<String, List<Object>> drop() {
        Map<String, List<Object>> all = new LinkedHashMap<>(prepared);
        prepared.clear();
        return all;
    }

    /** As if requests to prepare had arrived late. */
    synchronized void bringBack(Map<String, List<Object>> late) {
        prepared.putAll(late);
    }

    /** No entry is made in the ledger from now on; null if they are again. */
    synchronized void refusesEntries(@Nullable StaunchException why) {
        entryRefusal = why;
    }

    /** A request to prepare that was on its way arrives long after those who sent it have begun again. */
    synchronized void prepareLate() {
        ledger.forEach((key, row) -> {
            int slash = key.indexOf('/');
            var names = PreparedNames.of(key.substring(0, slash), key.substring(slash + 1));
            prepared.put(names.name(new PreparedToken(Objects.requireNonNull(row.owner), 0, 0)), List.of());
        });
    }

    /** Commits and looks get no answer from now on; writes do. */
    synchronized void away(boolean now) {
        away = now;
    }

    /** How many calls have got no answer. */
    synchronized int triesWhileAway() {
        return triesWhileAway;
    }

    /** Writes into the transaction that is begun as the n-th wait until {@link #goOn}. */
    synchronized void hold(int transaction) {
        held = transaction;
    }

    synchronized void goOn() {
        held = 0;
        notifyAll();
    }

    /** Records, whatever became of them. */
    synchronized long written() {
        return written;
    }

    private synchronized void begin() {
        begun++;
    }

    private synchronized void write() throws InterruptedException {
        while (begun == held) {
            wait();
        }
        written++;
    }

    /** No commit has an effect from now on; null if they have one again. */
    synchronized void refusesCommits(@Nullable StaunchException why) {
        refusal = why;
    }

    /** The next commits take effect and lose their answer. */
    synchronized void loseAnswers(int commits) {
        lostAnswers = commits;
    }

    private synchronized void prepare(String token, List<Object> records) {
        if (prepared.put(token, List.copyOf(records)) != null) {
            throw new IllegalStateException(token + " is prepared twice");
        }
    }

    private synchronized boolean commit(String token) {
        require();
        if (refusal != null) {
            throw refusal;
        }
        List<Object> records = prepared.remove(token);
        if (records == null) {
            return false;
        }
        rows.addAll(records);
        committed.add(token);
        if (lostAnswers > 0) {
            lostAnswers--;
            throw new StaunchException("the answer was lost", Remedy.RETRY);
        }
        return true;
    }

    private synchronized void abort(String token) {
        require();
        prepared.remove(token);
    }

    private synchronized Collection<String> among(Collection<String> tokens) {
        require();
        return tokens.stream().filter(committed::contains).toList();
    }

    private void require() {
        if (away) {
            triesWhileAway++;
            throw new StaunchException("the outside is away", Remedy.RETRY);
        }
    }

    private synchronized Row row(String key) {
        require();
        return ledger.computeIfAbsent(key, k -> new Row());
    }

    private synchronized void enter(String key, LedgerWrite write) {
        Row row = row(key);
        if (entryRefusal != null) {
            throw entryRefusal;
        }
        if (write.decide(row.fence, row.entry)) {
            row.entry = write.entry();
            committed.clear();
        }
    }

    /**
     * Writes to it.
     *
     * @param refused a record that it does not take
     */
    record Sink<T>(
            String outside,
            @Nullable Object refused,
            OnRefusedRecord onRefusedRecord,
            @Nullable Duration limit) implements TwoPhaseCommitSink<T> {
        private static final long serialVersionUID = 1L;

        Sink(String outside) {
            this(outside, null, OnRefusedRecord.FAIL, null);
        }

        @Override
        public String description() {
            return "outside " + outside;
        }

        @Override
        public String resource() {
            return "outside";
        }

        @Override
        public Optional<Duration> preparedLimit() {
            return Optional.ofNullable(limit);
        }

        @Override
        public TransactionConnection<T> connect(TwoPhaseCommitContext context) {
            return new Transaction<>(named(outside), refused);
        }

        @Override
        public CommitConnection connectCommits(TwoPhaseCommitContext context) {
            return new Commits(named(outside), context.job() + "/" + context.resource());
        }
    }

    private static final class Transaction<T> implements TransactionConnection<T> {
        private final Preparing outside;
        private final @Nullable Object refused;
        private final List<Object> records = new ArrayList<>();

        Transaction(Preparing outside, @Nullable Object refused) {
            this.outside = outside;
            this.refused = refused;
        }

        @Override
        public void begin() {
            records.clear();
            outside.begin();
        }

        @Override
        public void write(T value, long origin) throws RefusedRecordException, InterruptedException {
            if (value.equals(refused)) {
                throw new RefusedRecordException("this one is not wanted");
            }
            outside.write();
            records.add(value);
        }

        @Override
        public void prepare(String token) {
            outside.prepare(token, records);
        }

        @Override
        public void close() {
            outside.goOn();
        }
    }

    private record Commits(Preparing outside, String key) implements CommitConnection {
        @Override
        public LedgerView peek() {
            synchronized (outside) {
                Row row = outside.row(key);
                return new LedgerView("ledger", row.owner, row.entry);
            }
        }

        @Override
        public long fence() {
            synchronized (outside) {
                return ++outside.row(key).fence;
            }
        }

        @Override
        public LedgerView read() {
            return peek();
        }

        @Override
        public void own(Owner owner, FenceCheck fence) {
            synchronized (outside) {
                Row row = outside.row(key);
                fence.check(row.fence);
                row.owner = owner;
            }
        }

        @Override
        public Collection<String> prepared() {
            return outside.prepared();
        }

        @Override
        public Collection<String> committed(Collection<String> tokens) {
            return outside.among(tokens);
        }

        @Override
        public boolean commit(String token) {
            return outside.commit(token);
        }

        @Override
        public void abort(String token) {
            outside.abort(token);
        }

        @Override
        public void enter(LedgerWrite write) {
            outside.enter(key, write);
        }

        @Override
        public void close() {}
    }
}
