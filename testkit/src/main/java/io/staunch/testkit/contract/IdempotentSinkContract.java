package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Guarantee;
import io.staunch.ledger.Owner;
import io.staunch.protocol.idempotent.RowCheck;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link IdempotentSink} does. A connector is tested by a subclass that says how to make the sink and how to read what it has
 * written. Each test runs on an outside of its own.
 */
public abstract class IdempotentSinkContract {
    private static final UUID LINEAGE = new UUID(9, 9);

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The sink: during one test all of them write to the same outside, which is empty at first. The key of a record is its text before the colon. */
    protected abstract IdempotentSink<String, ?> sink();

    /** The world of one more process. */
    protected abstract Environment environment();

    /** The records as a reader sees them now, by their keys. */
    protected abstract Map<String, String> rows();

    /** Called while a test waits: the place to step a simulated world. */
    protected void turn() {
        LockSupport.parkNanos(500_000);
    }

    /** How long a test waits for what it is sure to see. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    /** {@link SinkConnection#flush}: everything written so far is safe outside, also if the connection is then lost. */
    @Test
    protected void whatWasFlushedIsSafe() throws Exception {
        SinkConnection<Object> sink = connect(1);
        write(sink, 1, "k:1", "l:1");
        sink.flush();
        sink.close();
        assertRows("k:1", "l:1");
    }

    /** {@link IdempotentSink}: of several records of a key the last one stays, within a flush and over flushes. */
    @Test
    protected void theLastRecordOfAKeyStays() throws Exception {
        SinkConnection<Object> sink = connect(1);
        write(sink, 1, "k:1", "l:1", "k:2", "m:1");
        sink.flush();
        assertRows("k:2", "l:1", "m:1");
        write(sink, 1, "l:2", "l:3");
        sink.flush();
        assertRows("k:2", "l:3", "m:1");
    }

    /** {@link IdempotentSink}: a replay by the next attempt overwrites, and converges to the same. */
    @Test
    protected void aReplayConvergesToTheSame() throws Exception {
        SinkConnection<Object> first = connect(1);
        write(first, 1, "k:1", "k:2", "l:1");
        first.flush();
        write(first, 1, "k:3");
        first.close();
        SinkConnection<Object> next = connect(2);
        write(next, 2, "k:2", "l:1");
        next.flush();
        write(next, 2, "k:3", "l:2");
        next.flush();
        assertRows("k:3", "l:2");
    }

    /**
     * {@link IdempotentSink#rejectsStaleWriters}: if it says so, writes of an attempt that is replaced are refused, and it is told; nothing
     * of them is seen.
     */
    @Test
    protected void aStaleWriterIsRejectedIfTheSinkSaysSo() throws Exception {
        assumeTrue(sink().rejectsStaleWriters(), "it does not say so");
        SinkConnection<Object> stale = connect(1);
        write(stale, 1, "k:1");
        stale.flush();
        SinkConnection<Object> next = connect(2);
        write(next, 2, "k:2");
        next.flush();
        assertThrows(
                Exception.class,
                () -> {
                    write(stale, 1, "k:late", "l:late");
                    stale.flush();
                },
                "a stale flush");
        write(next, 2, "m:1");
        next.flush();
        assertRows("k:2", "m:1");
    }

    /**
     * {@link io.staunch.sink.WriterCheck#take}: an older attempt does not get the table back, and an attempt of another history does not get it
     * at all; whoever has it goes on.
     */
    @Test
    protected void anOlderAttemptAndAnotherHistoryDoNotGetTheTable() throws Exception {
        assumeTrue(sink().rejectsStaleWriters(), "it does not reject stale writers");
        SinkConnection<Object> owner = connect(2);
        write(owner, 2, "k:2");
        owner.flush();
        assertThrows(Exception.class, () -> writeAs(owner(1, LINEAGE), "k:late"), "an older attempt");
        assertThrows(Exception.class, () -> writeAs(owner(3, new UUID(8, 8)), "k:other"), "another history");
        write(owner, 2, "m:1");
        owner.flush();
        assertRows("k:2", "m:1");
    }

    /** {@link IdempotentSink#offer}: exactly once only if stale writers are rejected. */
    @Test
    protected void theOfferIsNoMoreThanWhatIsRejected() {
        boolean exactly = sink().offer().level() == Guarantee.EXACTLY_ONCE;
        assertTrue(!exactly || sink().rejectsStaleWriters(), () -> "offers " + sink().offer());
    }

    /** {@link SinkConnection#close}: may be called again; the next connection goes on. */
    @Test
    protected void closingTwiceIsAsGoodAsOnce() throws Exception {
        SinkConnection<Object> sink = connect(1);
        write(sink, 1, "k:1");
        sink.flush();
        sink.close();
        sink.close();
        SinkConnection<Object> next = connect(1);
        write(next, 1, "k:2");
        next.flush();
        assertRows("k:2");
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private void writeAs(Owner writer, String record) throws Exception {
        SinkConnection<Object> sink = connect(writer);
        write(sink, (int) writer.epoch(), record);
        sink.flush();
    }

    private SinkContext context(Owner writer) {
        return new SinkContext("orders", "out", writer, environment());
    }

    private static Owner owner(int epoch, UUID lineage) {
        return new Owner(new UUID(1, epoch), epoch, lineage);
    }

    private SinkConnection<Object> connect(int epoch) {
        return connect(owner(epoch, LINEAGE));
    }

    @SuppressWarnings("unchecked") // records are made by the encoder of the same sink
    private SinkConnection<Object> connect(Owner writer) {
        var check = new RowCheck("orders", "out", writer, null);
        SinkConnection<Object> made = (SinkConnection<Object>) sink().connect(context(writer), check);
        opened.add(made);
        return made;
    }

    @SuppressWarnings("unchecked") // taken by connections of the same sink only
    private void write(SinkConnection<Object> sink, int epoch, String... records) throws Exception {
        SinkEncoder<String, Object> encoder =
                (SinkEncoder<String, Object>) sink().encoder(context(owner(epoch, LINEAGE)));
        for (String record : records) {
            Object encoded = encoder.encode(record, Long.MIN_VALUE);
            assertTrue(encoded != null, () -> "nothing was encoded for " + record);
            sink.write(encoded, 0);
        }
    }

    /** Waits until these are the records, one of each key. */
    private void assertRows(String... records) throws Exception {
        Map<String, String> expected = new TreeMap<>();
        for (String record : records) {
            expected.put(record.substring(0, record.indexOf(':')), record);
        }
        Map<String, String> seen = new TreeMap<>();
        new Patience(patience(), this::turn).until(() -> "expected " + expected + ", saw " + seen, () -> {
            seen.clear();
            seen.putAll(rows());
            return seen.equals(expected);
        });
        assertEquals(expected, seen);
    }
}
