package io.staunch.runtime;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A system outside with transactions and a ledger, in memory. Safe for use by any thread. */
final class Outside {
    private static final Map<String, Outside> ALL = new ConcurrentHashMap<>();

    private final List<Object> written = new ArrayList<>();
    private final List<Object> committed = new ArrayList<>();
    private final Map<Integer, List<Object>> open = new HashMap<>();
    private long fence;
    private @Nullable Owner owner;
    private @Nullable LedgerEntry entry;
    private int failingCommits;
    private volatile CountDownLatch flushes = new CountDownLatch(0);

    /** The system of that name; sinks are values and find it by name. */
    static Outside named(String name) {
        return ALL.computeIfAbsent(name, n -> new Outside());
    }

    synchronized List<Object> committed() {
        return List.copyOf(committed);
    }

    synchronized List<Object> written() {
        return List.copyOf(written);
    }

    synchronized void write(Object record) {
        written.add(record);
    }

    /** The next commits apply and lose their answer. */
    synchronized void loseAnswers(int commits) {
        failingCommits = commits;
    }

    /** Flushes wait from now on. */
    void holdFlushes() {
        flushes = new CountDownLatch(1);
    }

    void letFlush() {
        flushes.countDown();
    }

    void flush() throws InterruptedException {
        flushes.await();
    }

    synchronized LedgerView view() {
        return new LedgerView("ledger-1", owner, entry);
    }

    synchronized long fence() {
        open.clear();
        return ++fence;
    }

    synchronized void own(long token, Owner me) {
        check(token);
        owner = me;
    }

    synchronized void begin(long token, int slot) {
        check(token);
        if (open.putIfAbsent(slot, new ArrayList<>()) != null) {
            throw new IllegalStateException("slot " + slot + " is open already");
        }
    }

    synchronized void write(long token, int slot, Object record) {
        check(token);
        open.get(slot).add(record);
    }

    synchronized void commit(long token, int slot, LedgerEntry newEntry) {
        check(token);
        committed.addAll(open.remove(slot));
        entry = newEntry;
        if (failingCommits > 0) {
            failingCommits--;
            throw new StaunchException("the answer was lost", Remedy.RESTART_FROM_CHECKPOINT);
        }
    }

    private void check(long token) {
        if (token != fence) {
            throw new StaunchException("fenced", Remedy.RESTART_FROM_CHECKPOINT);
        }
    }
}
