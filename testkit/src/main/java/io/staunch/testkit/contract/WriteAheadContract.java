package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.staunch.environment.Environment;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.ledger.LedgerView;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriteAheadSink.Protection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link WriteAheadSink} does. A connector is tested by a subclass that says how to make the sink and how to read what it has written.
 * Each test runs on an outside of its own. Which tests matter follows from the sink's {@link WriteAheadSink#protection}.
 */
public abstract class WriteAheadContract {
    private static final String JOB = "orders";

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The sink: during one test all of them write to the same outside, which is empty at first. */
    protected abstract WriteAheadSink<String> sink();

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

    /** {@link WriteAheadSink#protection}: decides what the sink can be asked for, and is no more than it offers. */
    @Test
    protected void theProtectionTheConnectionAndTheOfferAgree() throws Exception {
        assertEquals(hasLedger(), connect(JOB).connection() instanceof LedgerConnection);
        boolean exactly = sink().offer().level() == Guarantee.EXACTLY_ONCE;
        assertTrue(!exactly || sink().protection() != Protection.NONE, () -> "offers " + sink().offer());
        assertFalse(sink().resource().isBlank());
        assertEquals(sink().resource(), sink().resource());
    }

    /** {@link WriteAheadConnection#apply}: all records of an interval, in their order, and those of the next one behind them. */
    @Test
    protected void intervalsAreWrittenInOrder() throws Exception {
        WriteAheadInstance sink = started(1);
        sink.apply(1, "a", "b", "a");
        sink.apply(2, "c");
        sink.apply(4, "d", "b");
        assertWritten("a", "b", "a", "c", "d", "b");
    }

    /** {@link WriteAheadConnection#apply}: an interval without records is taken like any other. */
    @Test
    protected void anEmptyIntervalIsTaken() throws Exception {
        WriteAheadInstance sink = started(1);
        sink.apply(1);
        sink.apply(2, "a");
        sink.apply(3);
        assertWritten("a");
        assertEntry(sink, 3);
    }

    /** {@link WriteAheadConnection#apply}: an interval that does not fit into one request. */
    @Test
    protected void manyRecordsAreOneInterval() throws Exception {
        WriteAheadInstance sink = started(1);
        String[] many = new String[5_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = "record " + i;
        }
        sink.apply(1, many);
        assertWritten(many);
    }

    /** {@link Interval#decide}, {@link Interval#key}: an interval that comes again, after a lost answer, say, counts once. */
    @Test
    protected void anIntervalThatComesAgainCountsOnce() throws Exception {
        assumeTrue(sink().protection() != Protection.NONE, "nothing tells a repetition");
        WriteAheadInstance sink = started(1);
        sink.apply(1, "a", "b");
        sink.applyAgain();
        sink.again().applyAgain();
        sink.apply(2, "c");
        assertWritten("a", "b", "c");
    }

    /** The same in the next process, which knows from its checkpoints that it may be there already. */
    @Test
    protected void theNextProcessWritesWhatTheLastOneMayHaveWritten() throws Exception {
        assumeTrue(sink().protection() != Protection.NONE, "nothing tells a repetition");
        WriteAheadInstance first = started(1);
        first.apply(1, "a");
        first.apply(2, "b");
        WriteAheadInstance next = started(2);
        if (hasLedger()) {
            assertEquals(first.entry(2), next.held());
        } else {
            next.applyOf(first, 2, "b");
        }
        next.apply(3, "c");
        assertWritten("a", "b", "c");
    }

    /** {@link WriteAheadConnection#apply}: what its caller's interval can't give is not written at all. */
    @Test
    protected void anIntervalThatCantBeReadLeavesNothing() throws Exception {
        assumeTrue(sink().protection() != Protection.NONE, "a repetition writes again what was written of it");
        WriteAheadInstance sink = started(1);
        sink.apply(1, "a");
        assertThrows(Exception.class, () -> sink.applyUnreadable(2, "b", "c"));
        sink.again().apply(2, "b", "c");
        assertWritten("a", "b", "c");
    }

    /** {@link LedgerConnection#peek}: makes the ledger and the row if they were never there, and disturbs nobody. */
    @Test
    protected void aLedgerThatWasNeverThereIsMadeAndEmpty() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        LedgerView view = connect(JOB).ledger().peek();
        assertNull(view.owner());
        assertNull(view.entry());
        assertFalse(view.identity().isBlank());
        WriteAheadInstance owner = started(1);
        owner.apply(1, "a");
        LedgerView later = connect(JOB).ledger().peek();
        assertEquals(view.identity(), later.identity());
        owner.apply(2, "b");
        assertWritten("a", "b");
    }

    /** {@link LedgerConnection#read}: owner and entry, as they were written. */
    @Test
    protected void ownerAndEntryAreFoundByTheNextOne() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        WriteAheadInstance first = started(1);
        first.apply(7, "a");
        WriteAheadInstance next = connect(JOB);
        LedgerView view = next.start();
        assertEquals(WriteAheadInstance.owner(1), view.owner());
        assertEquals(first.entry(7), view.entry());
    }

    /** {@link LedgerConnection#fence}: each call raises the number, also over processes. */
    @Test
    protected void theFenceOnlyGrows() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        LedgerConnection<String> one = connect(JOB).ledger();
        one.peek();
        long first = one.fence();
        long second = one.fence();
        LedgerConnection<String> other = connect(JOB).ledger();
        other.peek();
        assertTrue(first < second && second < other.fence());
    }

    /** {@link Interval#decide}: what it throws is passed on, and nothing is written. */
    @Test
    protected void aFencedProcessWritesNothingAndIsToldSo() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        WriteAheadInstance older = started(1);
        older.apply(1, "a");
        WriteAheadInstance newer = started(2);
        StaunchException told = assertThrows(StaunchException.class, () -> older.apply(2, "late"));
        assertTrue(String.valueOf(told.getMessage()).contains("fenced"), () -> "told " + told);
        newer.apply(2, "b");
        assertThrows(StaunchException.class, () -> older.again().apply(3, "later"));
        assertWritten("a", "b");
        assertEntry(newer, 2);
    }

    /** {@link LedgerConnection#own}: only while nobody has fenced since. */
    @Test
    protected void whoWasFencedCantBecomeTheOwner() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        WriteAheadInstance older = connect(JOB);
        older.start();
        started(2);
        assertThrows(StaunchException.class, () -> older.own(1));
        assertEquals(WriteAheadInstance.owner(2), connect(JOB).start().owner());
    }

    /** {@link Interval#decide}: a refusal to write leaves the row to others. */
    @Test
    protected void theRowIsFreeAfterEachOutcome() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        WriteAheadInstance one = started(1);
        one.apply(1, "a");
        one.applyAgain();
        WriteAheadInstance two = started(2);
        assertThrows(StaunchException.class, () -> one.apply(2, "x"));
        two.apply(2, "b");
        assertThrows(Exception.class, () -> two.applyUnreadable(3, "c"));
        started(3).apply(3, "c");
        assertWritten("a", "b", "c");
    }

    /** {@link io.staunch.sink.WriteAheadContext}: jobs and sinks have rows of their own. */
    @Test
    protected void jobsDoNotDisturbEachOther() throws Exception {
        assumeTrue(hasLedger(), "it has no ledger");
        WriteAheadInstance one = started(1);
        WriteAheadInstance other = connect("payments");
        assertNull(other.start().entry());
        other.own(1);
        one.apply(1, "a");
        other.apply(9, "b");
        one.apply(2, "c");
        assertWritten("a", "b", "c");
        assertNotEquals(one.entry(2), other.entry(9));
    }

    /** {@link WriteAheadConnection#close}: may be called again; the next connection goes on. */
    @Test
    protected void closingMayBeRepeated() throws Exception {
        WriteAheadInstance sink = started(1);
        sink.apply(1, "a");
        sink.connection().close();
        sink.connection().close();
        sink.again().apply(2, "b");
        assertWritten("a", "b");
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private boolean hasLedger() {
        return sink().protection() == Protection.LEDGER;
    }

    private WriteAheadInstance connect(String job) throws Exception {
        var made = new WriteAheadInstance(sink(), job, environment(), opened);
        return made;
    }

    /** One more process of the job, which has gone through everything that a start does. */
    private WriteAheadInstance started(int epoch) throws Exception {
        WriteAheadInstance made = connect(JOB);
        if (hasLedger()) {
            made.start();
            made.own(epoch);
        } else {
            made.epoch(epoch);
        }
        return made;
    }

    private void assertEntry(WriteAheadInstance by, long checkpoint) throws Exception {
        if (hasLedger()) {
            assertEquals(by.entry(checkpoint), connect(JOB).start().entry());
        }
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
