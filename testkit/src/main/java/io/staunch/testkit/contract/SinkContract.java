package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.environment.Environment;
import io.staunch.ledger.Owner;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link FlushingSink} does. A connector is tested by a subclass that says how to make the sink and how to read what it has
 * written. Each test runs on an outside of its own.
 */
public abstract class SinkContract {
    private static final int RECORDS = 200;

    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The sink: during one test all of them write to the same outside, which is empty at first. The key of a record is its text before the colon. */
    protected abstract FlushingSink<String, ?> sink();

    /** The world of one more process. */
    protected abstract Environment environment();

    /** All records as a reader sees them now; those of one key in their order. */
    protected abstract List<String> written();

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
        SinkConnection<Object> sink = connect();
        write(sink, 0, RECORDS);
        sink.flush();
        sink.close();
        assertWritten(RECORDS);
    }

    /** {@link SinkConnection#write}: records of one key are in the order in which they were written, over flushes. */
    @Test
    protected void theOrderOfAKeyIsKept() throws Exception {
        SinkConnection<Object> sink = connect();
        for (int i = 0; i < RECORDS; i += RECORDS / 4) {
            write(sink, i, i + RECORDS / 4);
            sink.flush();
        }
        assertWritten(RECORDS);
    }

    /** {@link SinkConnection#flush}: nothing is written by a flush of nothing, or by a second one. */
    @Test
    protected void aFlushRepeatsNothing() throws Exception {
        SinkConnection<Object> sink = connect();
        sink.flush();
        write(sink, 0, 2);
        sink.flush();
        sink.flush();
        write(sink, 2, 3);
        sink.flush();
        assertWritten(3);
    }

    /** {@link SinkConnection#close}: may be called again; the next connection goes on. */
    @Test
    protected void closingTwiceIsAsGoodAsOnce() throws Exception {
        SinkConnection<Object> sink = connect();
        write(sink, 0, 2);
        sink.flush();
        sink.close();
        sink.close();
        SinkConnection<Object> next = connect();
        write(next, 2, 3);
        next.flush();
        assertWritten(3);
    }

    /** Closes what a test has opened. */
    @AfterEach
    protected void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private SinkContext context() {
        return new SinkContext("orders", "out", new Owner(new UUID(1, 1), 1, new UUID(9, 9)), environment());
    }

    @SuppressWarnings("unchecked") // records are made by the encoder of the same sink
    private SinkConnection<Object> connect() {
        SinkConnection<Object> made = (SinkConnection<Object>) sink().connect(context());
        opened.add(made);
        return made;
    }

    @SuppressWarnings("unchecked") // taken by connections of the same sink only
    private void write(SinkConnection<Object> sink, int from, int to) throws Exception {
        SinkEncoder<String, Object> encoder = (SinkEncoder<String, Object>) sink().encoder(context());
        for (int i = from; i < to; i++) {
            Object encoded = encoder.encode(record(i), Long.MIN_VALUE);
            assertTrue(encoded != null, "nothing was encoded");
            sink.write(encoded, 0);
        }
    }

    private void assertWritten(int count) throws Exception {
        List<String> seen = new ArrayList<>();
        new Patience(patience(), this::turn).until(() -> "expected " + count + " records, saw " + seen, () -> {
            seen.clear();
            seen.addAll(written());
            return seen.size() >= count;
        });
        assertEquals(count, seen.size(), seen::toString);
        for (String key : List.of("k0", "k1", "k2")) {
            assertEquals(
                    IntStream.range(0, count)
                            .mapToObj(SinkContract::record)
                            .filter(record -> record.startsWith(key))
                            .toList(),
                    seen.stream().filter(record -> record.startsWith(key)).toList());
        }
    }

    private static String record(int number) {
        return "k" + number % 3 + ":" + number;
    }
}
