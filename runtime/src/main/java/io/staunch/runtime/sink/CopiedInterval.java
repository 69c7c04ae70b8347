package io.staunch.runtime.sink;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.codec.ValueReader;
import io.staunch.protocol.follower.CopyChunk;
import io.staunch.protocol.follower.DroppedIntervals;
import io.staunch.sink.Interval;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.WriteAheadConnection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A write-ahead copy on its way to the outside. Immutable; its pieces are read by the thread that iterates.
 *
 * @param copy the pieces in order, each read when it is asked for
 * @param reader of the records
 * @param records how many there are
 * @param entry what is entered in the ledger; without a ledger it only names the checkpoint and who made it durable
 * @param before the entry that the ledger is known to hold, or null
 * @param fence the number that this process has left in the row; -1 without a ledger
 */
public record CopiedInterval(
        List<Supplier<byte[]>> copy,
        ValueReader<?> reader,
        long records,
        LedgerEntry entry,
        @Nullable LedgerEntry before,
        long fence)
        implements Interval<Object>, CommitWork<WriteAheadConnection<Object>> {
    public CopiedInterval {
        copy = List.copyOf(copy);
    }

    @Override
    public String key() {
        return entry.job() + "/" + entry.resource() + "/" + entry.owner().attempt() + "/" + entry.committed();
    }

    @Override
    public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
        if (fence < 0) {
            throw new IllegalStateException(entry.resource() + " asks whether its ledger row may be written, but it has"
                    + " no ledger: its protection() is not LEDGER");
        }
        return new RowWrite(entry, before, fence).decide(fenceInRow, entryInRow);
    }

    @Override
    public long checkpoint() {
        return entry.committed();
    }

    @Override
    public boolean call(WriteAheadConnection<Object> connection) throws Exception {
        return apply(connection, this);
    }

    /** The same, with a look before each record is given out: what it throws ends the call, and the records before that one may have been written. */
    boolean call(WriteAheadConnection<Object> connection, Runnable look) throws Exception {
        return apply(connection, new GuardedInterval(this, look));
    }

    private boolean apply(WriteAheadConnection<Object> connection, Interval<Object> interval) throws Exception {
        try {
            connection.apply(interval);
        } catch (StaunchException e) {
            throw told(e);
        }
        return true;
    }

    /** The copy itself can't be read: that is no matter of the outside, and no consent helps. */
    private static final class UnreadableCopy extends StaunchException {
        private static final long serialVersionUID = 1L;

        UnreadableCopy(StaunchException why) {
            super(String.valueOf(why.getMessage()), why.remedy(), why);
        }
    }

    /** Of an error of the outside that never passes: with what its reader can do about it. */
    private StaunchException told(StaunchException e) {
        boolean ofTheEngine = e.getClass() != StaunchException.class
                && !(e instanceof RefusedRecordException)
                && !(e instanceof RefusedRecordsException);
        if (ofTheEngine || e.remedy() != Remedy.FAIL_JOB || records == 0) {
            return e;
        }
        String said = String.valueOf(e.getMessage());
        return new StaunchException(
                said + (said.endsWith(".") ? "" : ".")
                        + " Nothing is lost: once the outside takes them, start again. If it will never take these "
                        + records + " records, start with drop(\""
                        + DroppedIntervals.consent(entry.resource(), entry.committed())
                        + "\"): they are set aside then in a file beside the checkpoints, and not written",
                Remedy.FAIL_JOB,
                e);
    }

    /** The same entry, in a transaction without records. */
    public CopiedInterval withoutRecords() {
        return new CopiedInterval(List.of(), reader, 0, entry, before, fence);
    }

    @Override
    public Iterator<Object> iterator() {
        Iterator<Supplier<byte[]>> pieces = copy.iterator();
        return new Iterator<>() {
            private Iterator<Object> piece = List.of().iterator();

            @Override
            public boolean hasNext() {
                while (!piece.hasNext() && pieces.hasNext()) {
                    piece = CopyChunk.read(bytes(pieces.next()), reader).iterator();
                }
                return piece.hasNext();
            }

            @Override
            public Object next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the interval has " + records + " records");
                }
                return piece.next();
            }
        };
    }

    private static byte[] bytes(Supplier<byte[]> piece) {
        try {
            return piece.get();
        } catch (StaunchException e) {
            throw e.getClass() == StaunchException.class ? new UnreadableCopy(e) : e;
        }
    }
}
