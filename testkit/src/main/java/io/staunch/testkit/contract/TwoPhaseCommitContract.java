package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.environment.Environment;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link TwoPhaseCommitSink} does. A connector is tested by a subclass that says how to make the sink and how to read what is committed.
 * Each test runs on an outside of its own.
 */
public abstract class TwoPhaseCommitContract {
    private static final String JOB = "orders";

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The sink: during one test all of them write to the same outside, which is empty at first. */
    protected abstract TwoPhaseCommitSink<String> sink();

    /** The world of one more process. */
    protected abstract Environment environment();

    /** All records as a reader sees them now, in order. */
    protected abstract List<String> written();

    /** Called while a test waits: the place to step a simulated world. */
    protected void turn() {
        LockSupport.parkNanos(500_000);
    }

    /** How long a test waits for what it is sure to see. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    /** {@link TwoPhaseCommitSink#preparedLimit}: an outside that drops what is prepared is not exactly-once. */
    @Test
    protected void theLimitAndTheOfferAgree() {
        boolean exactly = sink().offer().level() == Guarantee.EXACTLY_ONCE;
        assertTrue(!exactly || sink().preparedLimit().isEmpty(), () -> "offers " + sink().offer());
        assertFalse(sink().resource().isBlank());
        assertEquals(sink().resource(), sink().resource());
    }

    /** {@link TransactionConnection#prepare}, {@link CommitConnection#commit}: nothing is seen before, all in its order after. */
    @Test
    protected void recordsAreSeenWhenTheyAreCommitted() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String first = sink.prepare(1, "a", "b", "a");
        assertEquals(List.of(), written());
        assertTrue(sink.commits().commit(first));
        assertWritten("a", "b", "a");
    }

    /** {@link TransactionConnection#write}: a transaction that does not fit into one request. */
    @Test
    protected void manyRecordsAreOneTransaction() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String[] many = new String[2_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = "record " + i;
        }
        assertTrue(sink.commits().commit(sink.prepare(1, many)));
        assertWritten(many);
    }

    /** {@link CommitConnection#commit}: by another process than the one that prepared it, which is gone. */
    @Test
    protected void whatIsPreparedOutlivesItsProcess() throws Exception {
        TwoPhaseCommitInstance first = started(1);
        String token = first.prepare(1, "a");
        first.close();
        TwoPhaseCommitInstance next = started(2);
        assertTrue(next.commits().prepared().contains(token));
        assertTrue(next.commits().commit(token));
        assertFalse(next.commits().prepared().contains(token));
        assertWritten("a");
    }

    /** {@link TransactionConnection#close}: rolls back what is open. */
    @Test
    protected void whatIsOnlyWrittenIsGoneWithItsProcess() throws Exception {
        TwoPhaseCommitInstance first = started(1);
        first.write("lost");
        first.close();
        TwoPhaseCommitInstance next = started(2);
        assertEquals(List.of(), List.copyOf(next.commits().prepared()));
        assertTrue(next.commits().commit(next.prepare(1, "a")));
        assertWritten("a");
    }

    /** {@link TransactionConnection#prepare}: others may be waiting; they are committed one by one, while another one is written. */
    @Test
    protected void severalMayBeWaiting() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String one = sink.prepare(1, "a");
        String two = sink.prepare(2, "b");
        sink.write("c");
        assertTrue(sink.commits().prepared().containsAll(List.of(one, two)));
        assertTrue(sink.commits().commit(one));
        assertWritten("a");
        sink.transactions().prepare(sink.name(3));
        assertTrue(sink.commits().commit(two));
        assertTrue(sink.commits().commit(sink.name(3)));
        assertWritten("a", "b", "c");
    }

    /** {@link CommitConnection#commit}: a commit that comes again, after a lost answer, say, finds nothing and counts once. */
    @Test
    protected void aCommitThatComesAgainCountsOnce() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String token = sink.prepare(1, "a");
        assertTrue(sink.commits().commit(token));
        assertFalse(sink.commits().commit(token));
        assertFalse(started(2).commits().commit(token));
        assertWritten("a");
    }

    /** {@link TransactionConnection#prepareLast}, {@link TransactionConnection#unfinished}: when they are committed, all that was written is seen. */
    @Test
    protected void theLastTransactionFinishesEverything() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        sink.commits().commit(sink.prepare(1, "a"));
        if (sink.unfinished()) {
            sink.commits().commit(sink.prepareLast(2));
        }
        assertWritten("a");
        sink.commits().commit(sink.prepareLast(3, "b"));
        assertFalse(sink.unfinished());
        assertWritten("a", "b");
    }

    /** {@link CommitConnection#committed}: what was committed, and neither what is prepared nor what was aborted, nor what never was. */
    @Test
    protected void theEvidenceTellsWhatWasCommitted() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String committed = sink.prepare(1, "a");
        String prepared = sink.prepare(2, "b");
        String aborted = sink.prepare(3, "c");
        sink.commits().commit(committed);
        sink.commits().abort(aborted);
        List<String> all = List.of(prepared, committed, sink.name(4), aborted);
        assertEquals(Set.of(committed), Set.copyOf(sink.commits().committed(all)));
        assertEquals(Set.of(committed), Set.copyOf(started(2).commits().committed(all)));
    }

    /** {@link CommitConnection#abort}: it never was; of one that is gone, nothing happens. */
    @Test
    protected void whatIsAbortedNeverWas() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String token = sink.prepare(1, "a");
        TwoPhaseCommitInstance next = started(2);
        next.commits().abort(token);
        next.commits().abort(token);
        assertFalse(next.commits().prepared().contains(token));
        assertFalse(sink.commits().commit(token));
        next.commits().commit(next.prepare(2, "b"));
        next.commits().abort(next.name(2));
        assertWritten("b");
    }

    /** {@link CommitConnection#prepared}: the names as they were given, up to the longest. */
    @Test
    protected void theLongestNameIsKeptAsItIs() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String longest = sink.name(1) + "_" + "x".repeat(130 - sink.name(1).length() - 1);
        String other = longest.substring(0, 129) + "y";
        for (String name : List.of(longest, other)) {
            sink.write(name.substring(129));
            sink.transactions().prepare(name);
        }
        assertTrue(sink.commits().prepared().containsAll(List.of(longest, other)));
        assertTrue(sink.commits().commit(other));
        assertWritten("y");
    }

    /** {@link CommitConnection#enter}: made once, found by the next process, with its owner. */
    @Test
    protected void anEntryIsFoundByTheNextProcess() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        assertNull(sink.peek().entry());
        sink.commits().commit(sink.prepare(1, "a"));
        sink.enter(1);
        sink.enter(1);
        var view = started(2).commits().read();
        assertEquals(TwoPhaseCommitInstance.owner(2), view.owner());
        assertEquals(1, view.entry() == null ? -1 : view.entry().committed());
        assertEquals(sink.peek().identity(), view.identity());
        assertWritten("a");
    }

    /** {@link CommitConnection#enter}: by nobody who was fenced; what it throws is passed on, and the row is free. */
    @Test
    protected void whoWasFencedEntersNothing() throws Exception {
        TwoPhaseCommitInstance older = started(1);
        TwoPhaseCommitInstance newer = started(2);
        StaunchException told = assertThrows(StaunchException.class, () -> older.enter(1));
        assertTrue(String.valueOf(told.getMessage()).contains("fenced"), () -> "told " + told);
        assertNull(newer.peek().entry());
        newer.enter(2);
        assertEquals(2, entered(newer));
    }

    /** {@link CommitConnection#enter}: the next process asks for the evidence of what the fenced one has committed. */
    @Test
    protected void whoWasFencedRemovesNoEvidence() throws Exception {
        TwoPhaseCommitInstance older = started(1);
        String token = older.prepare(1, "a");
        assertTrue(older.commits().commit(token));
        TwoPhaseCommitInstance newer = started(2);
        assertThrows(StaunchException.class, () -> older.enter(1));
        assertEquals(Set.of(token), Set.copyOf(newer.commits().committed(List.of(token))));
    }

    /** {@link CommitConnection#own}: only while nobody has fenced since. */
    @Test
    protected void whoWasFencedCantBecomeTheOwner() throws Exception {
        TwoPhaseCommitInstance older = connected(JOB, 1);
        TwoPhaseCommitInstance newer = started(2);
        assertThrows(StaunchException.class, older::own);
        assertEquals(TwoPhaseCommitInstance.owner(2), newer.peek().owner());
    }

    /** {@link io.staunch.sink.TwoPhaseCommitContext}: jobs and sinks have rows of their own. In which order two of them are seen is not said. */
    @Test
    protected void jobsDoNotDisturbEachOther() throws Exception {
        TwoPhaseCommitInstance one = started(1);
        TwoPhaseCommitInstance other = connected("payments", 1);
        other.own();
        String ours = one.prepare(1, "a");
        String theirs = other.prepare(1, "b");
        assertTrue(one.commits().commit(ours));
        one.enter(1);
        assertNull(other.peek().entry());
        assertTrue(other.commits().commit(theirs));
        other.enter(7);
        assertEquals(1, entered(one));
        assertWritten("a", "b");
    }

    /** {@link CommitConnection#close}: may be called again; another connection goes on. */
    @Test
    protected void closingMayBeRepeated() throws Exception {
        TwoPhaseCommitInstance sink = started(1);
        String token = sink.prepare(1, "a");
        sink.close();
        sink.close();
        started(2).commits().commit(token);
        assertWritten("a");
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private TwoPhaseCommitInstance connected(String job, int epoch) throws Exception {
        return new TwoPhaseCommitInstance(sink(), job, epoch, environment(), opened);
    }

    /** One more process of the job, which has gone through everything that a start does. */
    private TwoPhaseCommitInstance started(int epoch) throws Exception {
        TwoPhaseCommitInstance made = connected(JOB, epoch);
        made.own();
        return made;
    }

    private static long entered(TwoPhaseCommitInstance by) throws Exception {
        var entry = by.peek().entry();
        return entry == null ? -1 : entry.committed();
    }

    private void assertWritten(String... records) throws Exception {
        List<String> expected = List.of(records);
        List<String> seen = new ArrayList<>();
        new Patience(patience(), this::turn).until(() -> "expected " + expected + ", saw " + seen, () -> {
            seen.clear();
            seen.addAll(written());
            return seen.size() >= expected.size();
        });
        assertEquals(expected, seen);
    }
}
