package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.sink.WriteAheadContext;
import io.staunch.sink.WriteAheadSink;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One process of a job, as far as its write-ahead sink is concerned. */
final class WriteAheadInstance {
    private static final UUID LINEAGE = new UUID(9, 9);

    private final WriteAheadSink<String> sink;
    private final WriteAheadContext context;
    private final List<AutoCloseable> opened;
    private WriteAheadConnection<String> connection;
    private int epoch;
    private long fence = -1;
    private @Nullable LedgerEntry held;
    private @Nullable Known last;

    WriteAheadInstance(WriteAheadSink<String> sink, String job, Environment environment, List<AutoCloseable> opened)
            throws Exception {
        this.sink = sink;
        this.context = new WriteAheadContext(job, "out", "out at " + sink.resource(), environment);
        this.opened = opened;
        connection = connect();
    }

    static Owner owner(int epoch) {
        return new Owner(new UUID(1, epoch), epoch, LINEAGE);
    }

    WriteAheadConnection<String> connection() {
        return connection;
    }

    LedgerConnection<String> ledger() {
        return (LedgerConnection<String>) connection;
    }

    /** The entry that the ledger is known to hold. */
    @Nullable
    LedgerEntry held() {
        return held;
    }

    void epoch(int number) {
        epoch = number;
    }

    /** What a start does before it decides: look, fence, and read the ledger. */
    LedgerView start() throws Exception {
        ledger().peek();
        fence = ledger().fence();
        LedgerView view = ledger().read();
        held = view.entry();
        return view;
    }

    void own(int asEpoch) throws Exception {
        ledger().own(owner(asEpoch), fenceInRow -> {
            if (LedgerRow.write(fence, fenceInRow) != LedgerRow.WRITE) {
                throw fenced();
            }
        });
        epoch = asEpoch;
    }

    /** The same process with another connection, as after an error. */
    WriteAheadInstance again() throws Exception {
        connection.close();
        connection = connect();
        return this;
    }

    private WriteAheadConnection<String> connect() throws Exception {
        WriteAheadConnection<String> made = sink.connect(context);
        opened.add(made);
        return made;
    }

    void apply(long checkpoint, String... records) throws Exception {
        apply(new Known(entry(checkpoint), held, List.of(records), false));
    }

    /** The interval of a checkpoint that another process has made durable. */
    void applyOf(WriteAheadInstance other, long checkpoint, String... records) throws Exception {
        apply(new Known(other.entry(checkpoint), held, List.of(records), false));
    }

    private void apply(Known interval) throws Exception {
        connection.apply(interval);
        held = interval.entry();
        last = interval;
    }

    void applyAgain() throws Exception {
        Known again = last;
        if (again == null) {
            throw new IllegalStateException("nothing was applied yet");
        }
        connection.apply(again);
    }

    /** Its iterator fails behind all records. */
    void applyUnreadable(long checkpoint, String... records) throws Exception {
        connection.apply(new Known(entry(checkpoint), held, List.of(records), true));
    }

    /** That this process has made a checkpoint durable. */
    LedgerEntry entry(long checkpoint) {
        return new LedgerEntry(context.job(), context.resource(), checkpoint, owner(epoch));
    }

    private static StaunchException fenced() {
        return new StaunchException("fenced", Remedy.RESTART_FROM_CHECKPOINT);
    }

    /** An interval, with the engine's own decision. */
    private final class Known implements Interval<String> {
        private final LedgerEntry entry;
        private final @Nullable LedgerEntry before;
        private final List<String> records;
        private final boolean unreadable;

        Known(LedgerEntry entry, @Nullable LedgerEntry before, List<String> records, boolean unreadable) {
            this.entry = entry;
            this.before = before;
            this.records = records;
            this.unreadable = unreadable;
        }

        @Override
        public long records() {
            return records.size();
        }

        @Override
        public String key() {
            return entry.job() + "/" + entry.owner().attempt() + "/" + entry.committed();
        }

        @Override
        public LedgerEntry entry() {
            return entry;
        }

        @Override
        public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
            return switch (LedgerRow.commit(fence, before, entry, fenceInRow, entryInRow)) {
                case WRITE -> true;
                case ALREADY -> false;
                case FENCED -> throw fenced();
            };
        }

        @Override
        public Iterator<String> iterator() {
            Iterator<String> all = records.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return all.hasNext() || unreadable;
                }

                @Override
                public String next() {
                    if (!all.hasNext()) {
                        throw new StaunchException("the copy can't be read", Remedy.RETRY);
                    }
                    return all.next();
                }
            };
        }
    }
}
