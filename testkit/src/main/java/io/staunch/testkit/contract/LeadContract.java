package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.environment.Environment;
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
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
    private static final UUID LINEAGE = new UUID(9, 9);
    private static final int RACES = 8;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<LeadConnection<Object>, Integer> epochs = new IdentityHashMap<>();

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
        LeadConnection<Object> one = connect(JOB);
        LedgerView view = one.peek();
        assertNull(view.owner());
        assertNull(view.entry());
        assertFalse(view.identity().isBlank());
        assertEquals(view, connect(JOB).peek());
        assertFalse(one.resource().isBlank());
        assertEquals(one.resource(), connect(JOB).resource());
        assertTrue(one.deadline().compareTo(Duration.ZERO) > 0);
    }

    /** {@link LeadConnection#own}, {@link LeadConnection#read}: who was recorded is found by the next one. */
    @Test
    protected void theOwnerIsFoundByTheNextOne() throws Exception {
        owned(1);
        LedgerView view = fenced(JOB, connect(JOB));
        assertEquals(owner(1), view.owner());
        assertNull(view.entry());
    }

    /** {@link LeadConnection#commit}: what was written and the entry, all of it. */
    @Test
    protected void aCommitMakesRecordsAndEntryVisible() throws Exception {
        LeadConnection<Object> lead = owned(1);
        interval(lead, 0, 1, "k:1", "k:2", "l:1");
        assertOutput("k:1", "k:2", "l:1");
        assertEquals(entry(lead, 1, 1), fenced(JOB, connect(JOB)).entry());
    }

    /** {@link LeadConnection#write}, {@link LeadConnection#flush}: acknowledged is not committed. */
    @Test
    protected void whatIsNotCommittedIsInvisible() throws Exception {
        LeadConnection<Object> lead = owned(1);
        interval(lead, 0, 1, "k:1");
        assertOutput("k:1");
        lead.begin(1);
        write(lead, 1, "k:2");
        lead.flush(1);
        assertEquals(List.of("k:1"), committed());
        LedgerView seen = connect(JOB).peek();
        assertEquals(1, seen.entry() == null ? 1 : seen.entry().committed());
        lead.commit(1, entry(lead, 1, 2));
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#commit}: an interval without records is entered like any other. */
    @Test
    protected void anEmptyIntervalIsEntered() throws Exception {
        LeadConnection<Object> lead = owned(1);
        lead.begin(0);
        lead.commit(0, entry(lead, 1, 1));
        lead.begin(1);
        lead.flush(1);
        lead.commit(1, entry(lead, 1, 2));
        assertEquals(entry(lead, 1, 2), fenced(JOB, connect(JOB)).entry());
        assertEquals(List.of(), committed());
    }

    /** {@link LeadConnection#flush}: a transaction goes on after it, as it does when a checkpoint has failed. */
    @Test
    protected void aTransactionGoesOnAfterAFlush() throws Exception {
        LeadConnection<Object> lead = owned(1);
        lead.begin(0);
        write(lead, 0, "k:1");
        lead.flush(0);
        write(lead, 0, "k:2");
        lead.flush(0);
        lead.commit(0, entry(lead, 1, 2));
        assertOutput("k:1", "k:2");
    }

    /** {@link RereadSink#SLOTS}: one slot is written while the other is committed, by another thread; what they hold stays apart. */
    @Test
    protected void theOtherSlotIsWrittenWhileOneIsCommitted() throws Exception {
        LeadConnection<Object> lead = owned(1);
        lead.begin(0);
        write(lead, 0, "k:0");
        lead.flush(0);
        List<String> expected = new ArrayList<>(List.of("k:0"));
        for (int n = 1; n <= 6; n++) {
            int sealed = (n - 1) % 2;
            int next = n % 2;
            LedgerEntry entry = entry(lead, 1, n);
            lead.begin(next);
            write(lead, next, "k:" + n);
            CompletableFuture<Void> commit = aside(() -> lead.commit(sealed, entry));
            write(lead, next, "l:" + n);
            lead.flush(next);
            join(commit);
            assertOutput(expected.toArray(String[]::new));
            expected.addAll(List.of("k:" + n, "l:" + n));
        }
        lead.commit(0, entry(lead, 1, 7));
        assertOutput(expected.toArray(String[]::new));
        assertEquals(entry(lead, 1, 7), fenced(JOB, connect(JOB)).entry());
    }

    /** {@link LeadConnection}: records of one key are seen in the order in which they were written, over all slots. */
    @Test
    protected void theOrderOfAKeyIsKept() throws Exception {
        LeadConnection<Object> lead = owned(1);
        List<String> expected = new ArrayList<>();
        for (int n = 1; n <= 8; n++) {
            String[] records = {"k:" + n + "a", "k:" + n + "b", "k:" + n + "c"};
            interval(lead, n % 2, n, records);
            expected.addAll(List.of(records));
        }
        assertOutput(expected.toArray(String[]::new));
    }

    /** {@link LeadConnection#fence}: what older clients left open is aborted, in all slots. */
    @Test
    protected void aFenceAbortsWhatIsOpen() throws Exception {
        LeadConnection<Object> older = owned(1);
        interval(older, 0, 1, "k:1");
        for (int slot = 0; slot < RereadSink.SLOTS; slot++) {
            older.begin(slot);
            write(older, slot, "k:lost" + slot);
            older.flush(slot);
        }
        LeadConnection<Object> newer = owned(2);
        interval(newer, 0, 2, "k:2");
        assertOutput("k:1", "k:2");
    }

    /**
     * {@link LeadConnection#fence}: older clients can commit nothing any more, in no slot, whatever they call; and they are not told
     * otherwise.
     */
    @Test
    protected void aFencedInstanceMakesNothingVisible() throws Exception {
        LeadConnection<Object> older = owned(1);
        older.begin(0);
        write(older, 0, "k:open");
        older.flush(0);
        LeadConnection<Object> newer = owned(2);
        interval(newer, 0, 2, "k:1");
        attempt(() -> write(older, 0, "k:late"));
        assertThrows(Exception.class, () -> older.commit(0, entry(older, 1, 3)), "a fenced commit");
        assertThrows(
                Exception.class,
                () -> {
                    older.begin(1);
                    write(older, 1, "k:other");
                    older.flush(1);
                    older.commit(1, entry(older, 1, 4));
                },
                "a fenced commit in the other slot");
        attempt(() -> older.commit(0, entry(older, 1, 5)));
        older.close();
        LeadConnection<Object> newest = connect(JOB);
        LedgerView view = fenced(JOB, newest);
        assertEquals(owner(2), view.owner());
        assertEquals(entry(newer, 2, 2), view.entry());
        own(newest, 3);
        interval(newest, 1, 3, "k:2");
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#own}: success proves that nobody has fenced since. */
    @Test
    protected void whoWasFencedCantBecomeTheOwner() throws Exception {
        LeadConnection<Object> older = connect(JOB);
        fenced(JOB, older);
        LeadConnection<Object> newer = owned(2);
        assertThrows(Exception.class, () -> older.own(owner(1)));
        interval(newer, 0, 1, "k:1");
        assertEquals(owner(2), fenced(JOB, connect(JOB)).owner());
    }

    /** {@link LeadConnection#read}: after a fence it is the whole truth, also about what was committed just before. */
    @Test
    protected void theLedgerReadAfterAFenceShowsEverything() throws Exception {
        LeadConnection<Object> lead = owned(1);
        for (int epoch = 2; epoch <= 6; epoch++) {
            long checkpoint = epoch;
            interval(lead, epoch % 2, checkpoint, "k:" + checkpoint);
            LeadConnection<Object> newer = connect(JOB);
            LedgerView view = fenced(JOB, newer);
            assertEquals(entry(lead, epoch - 1, checkpoint), view.entry());
            assertEquals(owner(epoch - 1), view.owner());
            own(newer, epoch);
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
            LeadConnection<Object> older = owned(race);
            int slot = race % 2;
            String record = "k:" + race;
            older.begin(slot);
            write(older, slot, record);
            older.flush(slot);
            LedgerEntry entry = entry(older, race, race);
            LeadConnection<Object> newer = connect(JOB);
            newer.peek();
            boolean before = race % 3 > 0;
            CompletableFuture<Void> early = aside(() -> commitIf(before, older, slot, entry));
            newer.fence();
            CompletableFuture<Void> late = aside(() -> commitIf(!before, older, slot, entry));
            boolean told = succeeds(before ? early : late);
            LedgerView view = newer.read();
            boolean entered = entry.equals(view.entry());
            if (entered) {
                expected.add(record);
            }
            assertTrue(entered || !told, () -> "a commit was reported, and the ledger has " + view);
            own(newer, RACES + race);
            interval(newer, 0, RACES + race, "k:then" + race);
            expected.add("k:then" + race);
        }
        assertOutput(expected.toArray(String[]::new));
    }

    /** {@link LeadConnection#commit}: a transaction takes effect once; committing what is not open adds nothing. */
    @Test
    protected void aTransactionTakesEffectOnce() throws Exception {
        LeadConnection<Object> lead = owned(1);
        interval(lead, 0, 1, "k:1");
        LedgerEntry again = entry(lead, 1, 1);
        attempt(() -> lead.commit(0, again));
        LeadConnection<Object> newer = owned(2);
        interval(newer, 0, 2, "k:2");
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#fence}: may be called again; what this connection had open is aborted, and its slots are as new. */
    @Test
    protected void aConnectionThatFencesAgainIsAsNew() throws Exception {
        LeadConnection<Object> lead = owned(1);
        lead.begin(0);
        write(lead, 0, "k:lost");
        lead.flush(0);
        lead.fence();
        lead.read();
        lead.own(owner(1));
        interval(lead, 0, 1, "k:1");
        interval(lead, 1, 2, "k:2");
        assertOutput("k:1", "k:2");
    }

    /** {@link LeadConnection#peek}: disturbs nobody. */
    @Test
    protected void aLookDisturbsNobody() throws Exception {
        LeadConnection<Object> lead = owned(1);
        lead.begin(0);
        write(lead, 0, "k:1");
        LeadConnection<Object> other = connect(JOB);
        other.peek();
        other.close();
        lead.flush(0);
        lead.commit(0, entry(lead, 1, 1));
        assertOutput("k:1");
    }

    /** {@link LeadContext#job}: jobs of other names have ledgers of their own, and are not fenced. */
    @Test
    protected void jobsDoNotDisturbEachOther() throws Exception {
        LeadConnection<Object> lead = owned(1);
        lead.begin(0);
        write(lead, 0, "k:1");
        LedgerView other = fenced("payments", connect("payments"));
        assertNull(other.owner());
        lead.flush(0);
        lead.commit(0, entry(lead, 1, 1));
        assertOutput("k:1");
    }

    /** {@link LeadConnection#close}: may be called again; nothing that was open is seen, and the next one is not disturbed. */
    @Test
    protected void closingCommitsNothingAndMayBeRepeated() throws Exception {
        LeadConnection<Object> older = owned(1);
        older.begin(0);
        write(older, 0, "k:lost");
        older.flush(0);
        older.close();
        LeadConnection<Object> newer = owned(2);
        newer.begin(1);
        write(newer, 1, "k:1");
        older.close();
        newer.flush(1);
        newer.commit(1, entry(newer, 2, 1));
        assertOutput("k:1");
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    @SuppressWarnings("unchecked") // records are made by the encoder of the same sink
    private LeadConnection<Object> connect(String job) {
        RereadSink<String, Object> sink = (RereadSink<String, Object>) sink();
        LeadConnection<Object> made = sink.connect(
                new LeadContext(job, List.of(sink), environment(), Duration.ofMillis(100), Duration.ofSeconds(20)));
        opened.add(made);
        return made;
    }

    private static void commitIf(boolean now, LeadConnection<Object> lead, int slot, LedgerEntry entry)
            throws Exception {
        if (now) {
            lead.commit(slot, entry);
        }
    }

    private static LedgerView fenced(String job, LeadConnection<Object> lead) throws Exception {
        LedgerView seen = lead.peek();
        lead.fence();
        LedgerView view = lead.read();
        assertEquals(seen.identity(), view.identity(), () -> "identity of the ledger of " + job);
        return view;
    }

    /** One more instance of the job, which has gone through everything that a start does. */
    private LeadConnection<Object> owned(int epoch) throws Exception {
        LeadConnection<Object> lead = connect(JOB);
        fenced(JOB, lead);
        own(lead, epoch);
        return lead;
    }

    private void own(LeadConnection<Object> lead, int epoch) throws Exception {
        lead.own(owner(epoch));
        epochs.put(lead, epoch);
    }

    private void interval(LeadConnection<Object> lead, int slot, long checkpoint, String... records) throws Exception {
        lead.begin(slot);
        for (String record : records) {
            write(lead, slot, record);
        }
        lead.flush(slot);
        lead.commit(slot, entry(lead, epochs.get(lead), checkpoint));
    }

    private void write(LeadConnection<Object> lead, int slot, String record) throws Exception {
        lead.write(slot, encoded(record));
    }

    @SuppressWarnings("unchecked") // taken by connections of the same sink only
    private Object encoded(String record) throws Exception {
        var context = new SinkContext(JOB, "out", owner(1), environment());
        SinkEncoder<String, Object> encoder = (SinkEncoder<String, Object>) sink().encoder(context);
        Object encoded = encoder.encode(record, Long.MIN_VALUE);
        assertTrue(encoded != null, () -> "nothing was encoded for " + record);
        return encoded;
    }

    private static Owner owner(int epoch) {
        return new Owner(new UUID(1, epoch), epoch, LINEAGE);
    }

    private static LedgerEntry entry(LeadConnection<Object> lead, int epoch, long checkpoint) {
        return new LedgerEntry(JOB, lead.resource(), checkpoint, owner(epoch));
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
