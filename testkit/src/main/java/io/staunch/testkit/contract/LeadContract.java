package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.environment.Environment;
import io.staunch.ledger.LedgerView;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What every {@link LeadConnection} does. A connector is tested by a subclass that says how to make the sink and how to read what it has
 * written. Each test runs on an outside of its own.
 *
 * <p>That something stays invisible can't be waited for. So each test ends with a commit of the newest instance under the same key: once
 * that is seen, whatever was to come before it would be seen too.
 */
public abstract class LeadContract {
    private static final String JOB = "orders";
    private static final int RACES = 8;

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The sink: during one test all of them write to the same outside, which is empty at first. The key of a record is its text before the colon. */
    protected abstract RereadSink<String, ?> sink();

    /** The world of one more process. */
    protected abstract Environment environment();

    /** All committed records as a reader sees them now; those of one key in their order. */
    protected abstract List<String> committed();

    /** Whether a connection may be used by the two threads that the interface speaks of; a simulation has but one. */
    protected boolean threads() {
        return true;
    }

    /** Called while a test waits: the place to step a simulated world. */
    protected void turn() {
        LockSupport.parkNanos(500_000);
    }

    /** How long a test waits for what it is sure to see. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    /** {@link LeadConnection#peek}: makes the ledger if it was never there, and shows that nothing is in it. */
    @Test
    protected void aLedgerThatWasNeverThereIsMadeAndEmpty() throws Exception {
        LeadInstance one = connect(JOB);
        LedgerView view = one.peek();
        assertNull(view.owner());
        assertNull(view.entry());
        assertFalse(view.identity().isBlank());
        assertEquals(view, connect(JOB).peek());
        assertFalse(one.connection().resource().isBlank());
        assertEquals(one.connection().resource(), connect(JOB).connection().resource());
        assertTrue(one.connection().deadline().compareTo(Duration.ZERO) > 0);
    }

    /** {@link LeadConnection#own}, {@link LeadConnection#read}: who was recorded is found by the next one. */
    @Test
    protected void theOwnerIsFoundByTheNextOne() throws Exception {
        owned(1);
        LedgerView view = connect(JOB).start();
        assertEquals(LeadInstance.owner(1), view.owner());
        assertNull(view.entry());
    }

    /** {@link LeadConnection#commit}: what was written and the entry, all of it. */
    @Test
    protected void aCommitMakesRecordsAndEntryVisible() throws Exception {
        LeadInstance lead = owned(1);
        lead.interval(0, 1, "k:1", "k:2", "l:1");
        assertOutput("k:1", "k:2", "l:1");
        assertEquals(lead.entry(1), connect(JOB).start().entry());
    }

    /** {@link LeadConnection#write}, {@link LeadConnection#flush}: acknowledged is not committed. */
    @Test
    protected void whatIsNotCommittedIsInvisible() throws Exception {
        LeadInstance lead = owned(1);
        lead.interval(0, 1, "k:1");
        assertOutput("k:1");
        lead.begin(1);
        lead.write(1, "k:2");
        lead.flush(1);
        assertEquals(List.of("k:1"), committed());
        LedgerView seen = connect(JOB).peek();
        assertEquals(1, seen.entry() == null ? 1 : seen.entry().committed());
        lead.commit(1, 2);
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#commit}: an interval without records is entered like any other. */
    @Test
    protected void anEmptyIntervalIsEntered() throws Exception {
        LeadInstance lead = owned(1);
        lead.begin(0);
        lead.commit(0, 1);
        lead.begin(1);
        lead.flush(1);
        lead.commit(1, 2);
        assertEquals(lead.entry(2), connect(JOB).start().entry());
        assertEquals(List.of(), committed());
    }

    /** {@link LeadConnection#flush}: a transaction goes on after it, as it does when a checkpoint has failed. */
    @Test
    protected void aTransactionGoesOnAfterAFlush() throws Exception {
        LeadInstance lead = owned(1);
        lead.begin(0);
        lead.write(0, "k:1");
        lead.flush(0);
        lead.write(0, "k:2");
        lead.flush(0);
        lead.commit(0, 2);
        assertOutput("k:1", "k:2");
    }

    /** {@link RereadSink#SLOTS}: one slot is written while the other is committed, by another thread; what they hold stays apart. */
    @Test
    protected void theOtherSlotIsWrittenWhileOneIsCommitted() throws Exception {
        LeadInstance lead = owned(1);
        lead.begin(0);
        lead.write(0, "k:0");
        lead.flush(0);
        List<String> expected = new ArrayList<>(List.of("k:0"));
        for (int n = 1; n <= 6; n++) {
            int sealed = (n - 1) % 2;
            int next = n % 2;
            long checkpoint = n;
            lead.begin(next);
            lead.write(next, "k:" + n);
            CompletableFuture<Void> commit = aside(() -> lead.commit(sealed, checkpoint));
            lead.write(next, "l:" + n);
            lead.flush(next);
            join(commit);
            assertOutput(expected.toArray(String[]::new));
            expected.addAll(List.of("k:" + n, "l:" + n));
        }
        lead.commit(0, 7);
        assertOutput(expected.toArray(String[]::new));
        assertEquals(lead.entry(7), connect(JOB).start().entry());
    }

    /** {@link LeadConnection}: records of one key are seen in the order in which they were written, over all slots. */
    @Test
    protected void theOrderOfAKeyIsKept() throws Exception {
        LeadInstance lead = owned(1);
        List<String> expected = new ArrayList<>();
        for (int n = 1; n <= 8; n++) {
            String[] records = {"k:" + n + "a", "k:" + n + "b", "k:" + n + "c"};
            lead.interval(n % 2, n, records);
            expected.addAll(List.of(records));
        }
        assertOutput(expected.toArray(String[]::new));
    }

    /** {@link LeadConnection#fence}: what older clients left open is aborted, in all slots. */
    @Test
    protected void aFenceAbortsWhatIsOpen() throws Exception {
        LeadInstance older = owned(1);
        older.interval(0, 1, "k:1");
        for (int slot = 0; slot < RereadSink.SLOTS; slot++) {
            older.begin(slot);
            older.write(slot, "k:lost" + slot);
            older.flush(slot);
        }
        LeadInstance newer = owned(2);
        newer.interval(0, 2, "k:2");
        assertOutput("k:1", "k:2");
    }

    /**
     * {@link LeadConnection#fence}: older clients can commit nothing any more, in no slot, whatever they call; and they are not told
     * otherwise.
     */
    @Test
    protected void aFencedInstanceMakesNothingVisible() throws Exception {
        LeadInstance older = owned(1);
        older.begin(0);
        older.write(0, "k:open");
        older.flush(0);
        LeadInstance newer = owned(2);
        newer.interval(0, 2, "k:1");
        attempt(() -> older.write(0, "k:late"));
        assertThrows(Exception.class, () -> older.commit(0, 3), "a fenced commit");
        assertThrows(
                Exception.class,
                () -> {
                    older.begin(1);
                    older.write(1, "k:other");
                    older.flush(1);
                    older.commit(1, 4);
                },
                "a fenced commit in the other slot");
        attempt(() -> older.commit(0, 5));
        older.close();
        LeadInstance newest = connect(JOB);
        LedgerView view = newest.start();
        assertEquals(LeadInstance.owner(2), view.owner());
        assertEquals(newer.entry(2), view.entry());
        newest.own(3);
        newest.interval(1, 3, "k:2");
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#own}: success proves that nobody has fenced since. */
    @Test
    protected void whoWasFencedCantBecomeTheOwner() throws Exception {
        LeadInstance older = connect(JOB);
        older.start();
        LeadInstance newer = owned(2);
        assertThrows(Exception.class, () -> older.own(1));
        newer.interval(0, 1, "k:1");
        assertEquals(LeadInstance.owner(2), connect(JOB).start().owner());
    }

    /** {@link LeadConnection#read}: after a fence it is the whole truth, also about what was committed just before. */
    @Test
    protected void theLedgerReadAfterAFenceShowsEverything() throws Exception {
        LeadInstance lead = owned(1);
        for (int epoch = 2; epoch <= 6; epoch++) {
            long checkpoint = epoch;
            lead.interval(epoch % 2, checkpoint, "k:" + checkpoint);
            LeadInstance newer = connect(JOB);
            LedgerView view = newer.start();
            assertEquals(lead.entry(checkpoint), view.entry());
            assertEquals(LeadInstance.owner(epoch - 1), view.owner());
            newer.own(epoch);
            lead = newer;
        }
        assertOutput("k:2", "k:3", "k:4", "k:5", "k:6");
    }

    /**
     * {@link LeadConnection#commit}: the entry is in the same transaction. Whatever becomes of a commit that meets a fence, the ledger read
     * behind the fence tells it, and the records are there if and only if the entry is.
     */
    @Test
    protected void recordsAndEntryAreDecidedTogether() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int race = 1; race <= RACES; race++) {
            LeadInstance older = owned(race);
            int slot = race % 2;
            String record = "k:" + race;
            older.begin(slot);
            older.write(slot, record);
            older.flush(slot);
            long checkpoint = race;
            LeadInstance newer = connect(JOB);
            newer.peek();
            boolean before = race % 3 > 0;
            CompletableFuture<Void> early = aside(() -> commitIf(before, older, slot, checkpoint));
            newer.connection().fence();
            CompletableFuture<Void> late = aside(() -> commitIf(!before, older, slot, checkpoint));
            boolean told = succeeds(before ? early : late);
            LedgerView view = newer.connection().read();
            boolean entered = older.entry(checkpoint).equals(view.entry());
            if (entered) {
                expected.add(record);
            }
            assertTrue(entered || !told, () -> "a commit was reported, and the ledger has " + view);
            newer.own(RACES + race);
            newer.interval(0, RACES + race, "k:then" + race);
            expected.add("k:then" + race);
        }
        assertOutput(expected.toArray(String[]::new));
    }

    /** {@link LeadConnection#commit}: a transaction takes effect once; committing what is not open adds nothing. */
    @Test
    protected void aTransactionTakesEffectOnce() throws Exception {
        LeadInstance lead = owned(1);
        lead.interval(0, 1, "k:1");
        attempt(() -> lead.commit(0, 1));
        LeadInstance newer = owned(2);
        newer.interval(0, 2, "k:2");
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#fence}: may be called again; what this connection had open is aborted, and its slots are as new. */
    @Test
    protected void aConnectionThatFencesAgainIsAsNew() throws Exception {
        LeadInstance lead = owned(1);
        lead.begin(0);
        lead.write(0, "k:lost");
        lead.flush(0);
        lead.connection().fence();
        lead.connection().read();
        lead.own(1);
        lead.interval(0, 1, "k:1");
        lead.interval(1, 2, "k:2");
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#peek}: disturbs nobody. */
    @Test
    protected void aLookDisturbsNobody() throws Exception {
        LeadInstance lead = owned(1);
        lead.begin(0);
        lead.write(0, "k:1");
        LeadInstance other = connect(JOB);
        other.peek();
        other.close();
        lead.flush(0);
        lead.commit(0, 1);
        assertOutput("k:1");
    }

    /** {@link LeadContext#job}: jobs of other names have ledgers of their own, and are not fenced. */
    @Test
    protected void jobsDoNotDisturbEachOther() throws Exception {
        LeadInstance lead = owned(1);
        lead.begin(0);
        lead.write(0, "k:1");
        LedgerView other = connect("payments").start();
        assertNull(other.owner());
        lead.flush(0);
        lead.commit(0, 1);
        assertOutput("k:1");
    }

    /** {@link LeadConnection#close}: may be called again; nothing that was open is seen, and the next one is not disturbed. */
    @Test
    protected void closingCommitsNothingAndMayBeRepeated() throws Exception {
        LeadInstance older = owned(1);
        older.begin(0);
        older.write(0, "k:lost");
        older.flush(0);
        older.close();
        LeadInstance newer = owned(2);
        newer.begin(1);
        newer.write(1, "k:1");
        older.close();
        newer.flush(1);
        newer.commit(1, 1);
        assertOutput("k:1");
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private LeadInstance connect(String job) {
        var made = new LeadInstance(sink(), job, environment());
        opened.add(made);
        return made;
    }

    /** One more instance of the job, which has gone through everything that a start does. */
    private LeadInstance owned(int epoch) throws Exception {
        LeadInstance lead = connect(JOB);
        lead.start();
        lead.own(epoch);
        return lead;
    }

    private static void commitIf(boolean now, LeadInstance lead, int slot, long checkpoint) throws Exception {
        if (now) {
            lead.commit(slot, checkpoint);
        }
    }

    /** By another thread if there may be two, otherwise now. */
    private CompletableFuture<Void> aside(Executable call) {
        var done = new CompletableFuture<Void>();
        Runnable run = () -> {
            try {
                call.execute();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        };
        if (threads()) {
            new Thread(run, "committer").start();
        } else {
            run.run();
        }
        return done;
    }

    private static void join(CompletableFuture<Void> call) throws Exception {
        var unused = call.get();
    }

    private static boolean succeeds(CompletableFuture<Void> call) throws InterruptedException {
        try {
            var unused = call.get();
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }

    /** Whether this call fails says nothing; what is visible afterwards does. */
    private static void attempt(Executable call) {
        try {
            call.execute();
        } catch (Throwable e) {
            if (e instanceof AssertionError) {
                throw (AssertionError) e;
            }
        }
    }

    /** Waits until exactly this is visible; anything else that is seen meanwhile is an error. */
    private void assertOutput(String... records) throws Exception {
        List<String> expected = List.of(records);
        List<String> seen = new ArrayList<>();
        new Patience(patience(), this::turn).until(() -> "expected " + expected + ", saw " + seen, () -> {
            seen.clear();
            seen.addAll(committed());
            assertTrue(new HashSet<>(expected).containsAll(seen), () -> "expected " + expected + ", saw " + seen);
            return seen.size() >= expected.size();
        });
        assertEquals(ofEachKey(expected), ofEachKey(seen));
    }

    /** Grouped by key, in order within each. */
    private static List<String> ofEachKey(List<String> records) {
        return records.stream().sorted((a, b) -> key(a).compareTo(key(b))).toList();
    }

    private static String key(String record) {
        return record.substring(0, record.indexOf(':'));
    }
}
