package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaleOwnerException;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Offer;
import io.staunch.ledger.Owner;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
        OLDER_TAKES_BACK("anOlderAttemptAndAnotherHistoryDoNotGetTheTable"),
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

        @Nullable
        Owner writer;
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
    public SinkConnection<String> connect(SinkContext context, WriterCheck check) {
        if (broken != Break.OLDER_TAKES_BACK) {
            check.take(table.writer);
        }
        table.writer = context.owner();
        return new Connection(check);
    }

    private final class Connection implements SinkConnection<String> {
        private final WriterCheck check;
        private final List<String> waiting = new ArrayList<>();
        private boolean closed;

        Connection(WriterCheck check) {
            this.check = check;
        }

        @Override
        public void write(String record) {
            waiting.add(record);
        }

        @Override
        public void flush() {
            if (broken == Break.FLUSH_SKIPPED || (broken == Break.STALE_WRITER_NOT_TOLD && stale())) {
                return;
            }
            if (broken != Break.STALE_WRITER_ACCEPTED) {
                check.write(table.writer);
            }

            waiting.forEach(this::put);
            waiting.clear();
        }

        private boolean stale() {
            try {
                check.write(table.writer);
                return false;
            } catch (StaleOwnerException e) {
                return true;
            }
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
