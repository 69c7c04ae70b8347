package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Offer;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A map in memory, written right or in a way that breaks one promise. */
final class MemoryTable implements IdempotentSink<String, String> {
    /** What is wrong with it. */
    enum Break {
        NOTHING(""),
        FLUSH_SKIPPED("whatWasFlushedIsSafe"),
        FIRST_RECORD_STAYS("theLastRecordOfAKeyStays"),
        REPLAY_REFUSED("aReplayConvergesToTheSame"),
        STALE_WRITER_ACCEPTED("aStaleWriterIsRejectedIfTheSinkSaysSo"),
        STALE_WRITER_NOT_TOLD("aStaleWriterIsRejectedIfTheSinkSaysSo"),
        MORE_OFFERED("theOfferIsNoMoreThanWhatIsRejected"),
        SECOND_CLOSE_FAILS("closingTwiceIsAsGoodAsOnce");

        /** The test that is about it. */
        final String foundBy;

        Break(String foundBy) {
            this.foundBy = foundBy;
        }
    }

    /** What is outside. */
    static final class Table {
        final Map<String, String> rows = new TreeMap<>();
        final List<String> had = new ArrayList<>();
        long newest;
    }

    private final transient Table table;
    private final Break broken;

    MemoryTable(Table table, Break broken) {
        this.table = table;
        this.broken = broken;
    }

    @Override
    public String description() {
        return "a map in memory";
    }

    @Override
    public boolean rejectsStaleWriters() {
        return broken != Break.MORE_OFFERED;
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("idempotent by key");
    }

    @Override
    public SinkEncoder<String, String> encoder(SinkContext context) {
        return (value, timestamp) -> value;
    }

    @Override
    public SinkConnection<String> connect(SinkContext context) {
        return new Connection(context.owner().epoch());
    }

    private final class Connection implements SinkConnection<String> {
        private final long epoch;
        private final List<String> waiting = new ArrayList<>();
        private boolean closed;

        Connection(long epoch) {
            this.epoch = epoch;
        }

        @Override
        public void write(String record) {
            waiting.add(record);
        }

        @Override
        public void flush() {
            boolean stale = epoch < table.newest;
            table.newest = Math.max(epoch, table.newest);
            if (broken == Break.FLUSH_SKIPPED || (stale && broken == Break.STALE_WRITER_NOT_TOLD)) {
                return;
            }
            if (stale && broken != Break.STALE_WRITER_ACCEPTED) {
                throw new StaunchException("epoch " + epoch + " is replaced", Remedy.RESTART_FROM_CHECKPOINT);
            }
            waiting.forEach(this::put);
            waiting.clear();
        }

        private void put(String record) {
            if (broken == Break.REPLAY_REFUSED && table.had.contains(record)) {
                throw new StaunchException("duplicate " + record, Remedy.FAIL_JOB);
            }
            String key = record.substring(0, record.indexOf(':'));
            if (broken != Break.FIRST_RECORD_STAYS || !table.rows.containsKey(key)) {
                table.rows.put(key, record);
            }
            table.had.add(record);
        }

        @Override
        public void close() {
            if (closed && broken == Break.SECOND_CLOSE_FAILS) {
                throw new IllegalStateException("closed already");
            }
            closed = true;
        }
    }

    /** The contract for it, on a table of its own. */
    static final class Contract extends IdempotentSinkContract {
        private final Table table = new Table();
        private final Break broken;

        Contract(Break broken) {
            this.broken = broken;
        }

        @Override
        protected IdempotentSink<String, ?> sink() {
            return new MemoryTable(table, broken);
        }

        @Override
        protected Environment environment() {
            return SingleWorld.environment();
        }

        @Override
        protected Map<String, String> rows() {
            return Map.copyOf(table.rows);
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(20);
        }
    }
}
