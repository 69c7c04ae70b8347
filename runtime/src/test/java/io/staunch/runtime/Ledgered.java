package io.staunch.runtime;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A database outside, in memory: rows in the order of their commits, and a ledger in the same transactions. Safe for use by any thread. */
final class Ledgered {
    private static final Map<String, Ledgered> ALL = new ConcurrentHashMap<>();

    private final List<Object> rows = new ArrayList<>();
    private final List<Long> intervals = new ArrayList<>();
    private final Map<String, Row> ledger = new HashMap<>();
    private final Set<String> keys = new HashSet<>();
    private long newest = -1;
    private Runnable whileReading = () -> {};
    private boolean away;
    private int refused;
    private int lostAnswers;
    private @Nullable RuntimeException broken;
    private @Nullable Object poison;
    private @Nullable RuntimeException onPoison;

    /** A row of the ledger. */
    private static final class Row {
        private long fence;
        private @Nullable Owner owner;
        private @Nullable LedgerEntry entry;
    }

    static Ledgered named(String name) {
        return ALL.computeIfAbsent(name, n -> new Ledgered());
    }

    synchronized List<Object> rows() {
        return List.copyOf(rows);
    }

    /** Ids of the checkpoints whose intervals were written, in order. */
    synchronized List<Long> intervals() {
        return List.copyOf(intervals);
    }

    /** The newest checkpoint of which records were written; -1 if there is none. */
    synchronized long newest() {
        return newest;
    }

    /** What happens whenever it has taken a record from what it is to write. */
    synchronized void whileReading(Runnable happens) {
        whileReading = happens;
    }

    synchronized void away(boolean now) {
        away = now;
        notifyAll();
    }

    /** How many calls have been refused since it is away. */
    synchronized int refused() {
        return refused;
    }

    /** Returns when so many calls have been refused since it is away. */
    synchronized void awaitRefused(int calls) throws InterruptedException {
        while (refused < calls) {
            wait();
        }
    }

    /** The next writes take effect and lose their answer. */
    synchronized void loseAnswers(int writes) {
        lostAnswers = writes;
    }

    /** As services do after a while. */
    synchronized void forgetKeys() {
        keys.clear();
    }

    /** All writes fail so from now on. */
    synchronized void breaks(@Nullable RuntimeException with) {
        broken = with;
    }

    /** An interval with this record fails so, whenever it comes; with none if it is null. */
    synchronized void refuses(@Nullable Object row, RuntimeException with) {
        poison = row;
        onPoison = with;
    }

    private void require() {
        if (away) {
            refused++;
            notifyAll();
            throw new StaunchException("the database is away", Remedy.RETRY);
        }
    }

    private synchronized LedgerView view(String row) {
        require();
        Row found = ledger.computeIfAbsent(row, r -> new Row());
        return new LedgerView("ledger", found.owner, found.entry);
    }

    private synchronized long fence(String row) {
        require();
        return ++ledger.computeIfAbsent(row, r -> new Row()).fence;
    }

    private synchronized void own(String row, Owner owner, LedgerConnection.FenceCheck check) {
        require();
        Row found = ledger.computeIfAbsent(row, r -> new Row());
        check.check(found.fence);
        found.owner = owner;
    }

    private synchronized void write(String row, Interval<Object> interval) {
        require();
        if (broken != null) {
            throw broken;
        }
        Row found = ledger.computeIfAbsent(row, r -> new Row());
        if (interval.decide(found.fence, found.entry)) {
            add(interval);
            found.entry = interval.entry();
        }
        answer();
    }

    private synchronized void write(boolean byKey, Interval<Object> interval) {
        require();
        if (broken != null) {
            throw broken;
        }
        if (!byKey || !keys.contains(interval.key())) {
            add(interval);
            keys.add(interval.key());
        }
        answer();
    }

    private void add(Interval<Object> interval) {
        List<Object> read = new ArrayList<>();
        for (Object record : interval) {
            read.add(record);
            whileReading.run();
        }
        if (read.size() != interval.records()) {
            throw new IllegalStateException(read.size() + " records instead of " + interval.records());
        }
        if (onPoison != null && poison != null && read.contains(poison)) {
            throw onPoison;
        }
        rows.addAll(read);
        intervals.add(interval.entry().committed());
        newest = read.isEmpty() ? newest : interval.entry().committed();
    }

    private void answer() {
        if (lostAnswers > 0) {
            lostAnswers--;
            throw new StaunchException("the answer was lost", Remedy.RETRY);
        }
    }

    /** Writes to the database after checkpoints. */
    record Sink<T>(String database, Class<T> type, Protection protection) implements WriteAheadSink<T> {
        private static final long serialVersionUID = 1L;

        static <T> Sink<T> withLedger(String database, Class<T> type) {
            return new Sink<>(database, type, Protection.LEDGER);
        }

        @Override
        public String description() {
            return "database " + database;
        }

        @Override
        public String resource() {
            return "database";
        }

        @Override
        public WriteAheadConnection<T> connect(WriteAheadContext context) {
            return protection == Protection.LEDGER
                    ? new WithLedger<>(Ledgered.named(database), context.job() + "/" + context.resource())
                    : new Plain<>(Ledgered.named(database), protection == Protection.IDEMPOTENCY_KEY);
        }
    }

    private record Plain<T>(Ledgered database, boolean byKey) implements WriteAheadConnection<T> {
        @Override
        @SuppressWarnings("unchecked")
        public void apply(Interval<T> interval) {
            database.write(byKey, (Interval<Object>) interval);
        }

        @Override
        public void close() {}
    }

    private record WithLedger<T>(Ledgered database, String row) implements LedgerConnection<T> {
        @Override
        public LedgerView peek() {
            return database.view(row);
        }

        @Override
        public long fence() {
            return database.fence(row);
        }

        @Override
        public LedgerView read() {
            return database.view(row);
        }

        @Override
        public void own(Owner owner, FenceCheck fence) {
            database.own(row, owner, fence);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void apply(Interval<T> interval) {
            database.write(row, (Interval<Object>) interval);
        }

        @Override
        public void close() {}
    }
}
