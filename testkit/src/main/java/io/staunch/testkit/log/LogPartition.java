package io.staunch.testkit.log;

import io.staunch.testkit.log.LogException.Reason;
import io.staunch.testkit.log.LogRecord.Payload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One partition: records and markers by offset. Readers of committed records get no further than the first open transaction. */
public final class LogPartition {
    private final String topic;
    private final int number;
    private final List<LogRecord> records = new ArrayList<>();
    private final List<OpenTransaction> open = new ArrayList<>(2);
    private long start;
    private long last = Long.MAX_VALUE;

    LogPartition(String topic, int number) {
        this.topic = topic;
        this.number = number;
    }

    /** For messages. */
    public String name() {
        return topic + "-" + number;
    }

    /** Offset of the first record that is still there. */
    public long start() {
        return start;
    }

    /** Behind the last record. */
    public long end() {
        return start + records.size();
    }

    /** Whoever fills it says that nothing will come any more. */
    void complete() {
        last = end();
    }

    /** Whether a reader who goes on from an offset has had everything, and nothing will come any more. */
    public boolean readToItsLast(long offset) {
        return offset >= last;
    }

    /** Behind the last record that a reader of committed records may be given. */
    public long stableEnd() {
        long stable = end();
        for (OpenTransaction transaction : open) {
            stable = Math.min(stable, transaction.startOffset());
        }
        return stable;
    }

    /** Transactions that hold back readers, the oldest first. */
    public List<OpenTransaction> openTransactions() {
        return List.copyOf(open);
    }

    /** Offset of the first record with at least that timestamp, or -1. */
    public long offsetAt(long timestampMs) {
        for (LogRecord record : records) {
            if (!record.marker() && record.timestampMs() >= timestampMs) {
                return record.offset();
            }
        }
        return -1;
    }

    /**
     * Reads on from an offset.
     *
     * @param committedOnly whether only committed records are given
     * @param most how many records at most
     * @param into gets the records
     * @return the offset to go on from, behind the last record and the markers and aborted records that follow it
     */
    public long read(long from, boolean committedOnly, int most, List<? super LogRecord> into) {
        if (from < start || from > end()) {
            throw new LogException(
                    Reason.OFFSET_OUT_OF_RANGE, name() + " has offsets " + start + " to " + end() + ", not " + from);
        }
        long limit = committedOnly ? stableEnd() : end();
        long next = from;
        int found = 0;
        while (next < limit) {
            LogRecord record = records.get((int) (next - start));
            boolean given = committedOnly ? record.committed() : !record.marker();
            if (given && found == most) {
                break;
            }
            if (given) {
                into.add(record);
                found++;
            }
            next++;
        }
        return next;
    }

    /** Lets the oldest records expire. Neither open transactions nor their records do. */
    public void expire(long before) {
        long newStart = Math.min(before, stableEnd());
        if (newStart > start) {
            records.subList(0, (int) (newStart - start)).clear();
            start = newStart;
        }
    }

    /** Appends a record that belongs to no transaction, and gives its offset. */
    public long append(Payload payload) {
        return append(payload, null);
    }

    long append(Payload payload, @Nullable LogTransaction transaction) {
        long offset = end();
        records.add(new LogRecord(offset, payload, transaction, false));
        return offset;
    }

    void open(LogTransaction transaction) {
        open.add(new OpenTransaction(transaction.producer().producerId(), end(), transaction));
    }

    boolean isOpen(LogTransaction transaction) {
        for (OpenTransaction each : open) {
            if (each.transaction() == transaction) {
                return true;
            }
        }
        return false;
    }

    void writeMarker(LogTransaction transaction) {
        open.removeIf(each -> each.transaction() == transaction);
        records.add(new LogRecord(end(), Payload.NOTHING, transaction, true));
        transaction.markerWritten();
    }

    @Override
    public String toString() {
        return name() + " " + start + ".." + end();
    }

    /** A transaction whose end this partition does not know yet. */
    public static final class OpenTransaction {
        private final long producerId;
        private final long startOffset;
        private final LogTransaction transaction;

        OpenTransaction(long producerId, long startOffset, LogTransaction transaction) {
            this.producerId = producerId;
            this.startOffset = startOffset;
            this.transaction = transaction;
        }

        /** Who writes it. */
        public long producerId() {
            return producerId;
        }

        /** Where it begins on this partition. */
        public long startOffset() {
            return startOffset;
        }

        /** When it was opened, in the world's time. */
        public long startNanos() {
            return transaction.startNanos();
        }

        LogTransaction transaction() {
            return transaction;
        }
    }
}
