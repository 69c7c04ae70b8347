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
    private int untilHanging = -1;
    private boolean hangingLooks;
    private boolean looking;

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

    /** After so many more commits, the next one does not return before its connection is closed. */
    synchronized void hangAfter(int commits) {
        untilHanging = commits;
    }

    /** The next look at the ledger does not return before its connection is closed. */
    synchronized void hangLook() {
        hangingLooks = true;
    }

    /** Returns when a look hangs. */
    synchronized void awaitLook() throws InterruptedException {
        while (!looking) {
            wait();
        }
    }

    /** A connection is closed: a call that hangs goes on. */
    synchronized void closed() {
        hangingLooks = false;
        untilHanging = untilHanging == 0 ? -1 : untilHanging;
        notifyAll();
    }

    private void hang() {
        try {
            while (untilHanging == 0) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        untilHanging -= untilHanging > 0 ? 1 : 0;
    }

    synchronized LedgerView view() {
        while (hangingLooks) {
            looking = true;
            notifyAll();
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (looking) {
            looking = false;
            throw new StaunchException("closed", Remedy.RETRY);
        }
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
        hang();
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
