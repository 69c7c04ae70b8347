package io.staunch.verification.bench.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts what a contender does. Static, since engines make copies of the functions that use it. Safe for use by any thread. */
public final class Meter {
    /** The count of checkpoints of an engine that does not tell. */
    public static final long UNKNOWN = -1;

    private static final List<Lane> LANES = new CopyOnWriteArrayList<>();
    private static final LongAdder CHECKPOINTS = new LongAdder();
    private static final LongAdder BYTES = new LongAdder();
    private static final LongAdder SYNCS = new LongAdder();
    private static final LongAdder SYNC_NANOS = new LongAdder();
    private static final LongAccumulator LONGEST_SYNC = new LongAccumulator(Math::max, 0);
    private static final AtomicLong GENERATION = new AtomicLong();
    private static volatile LongSupplier checkpoints = CHECKPOINTS::sum;
    private static volatile LongSupplier bytes = BYTES::sum;

    private Meter() {}

    /** A new lane, for one task of a sink. */
    public static Lane lane() {
        var lane = new Lane();
        LANES.add(lane);
        return lane;
    }

    /** A checkpoint has completed. */
    public static void checkpoint() {
        CHECKPOINTS.increment();
    }

    /** So many bytes were written for a checkpoint. */
    public static void bytes(long count) {
        BYTES.add(count);
    }

    /** A sync to disk took so long. */
    public static void sync(long nanos) {
        SYNCS.increment();
        SYNC_NANOS.add(nanos);
        LONGEST_SYNC.accumulate(nanos);
    }

    /** Asks the engine for its count of completed checkpoints and of their bytes, instead of being told. */
    public static void ask(LongSupplier completed, LongSupplier written) {
        checkpoints = completed;
        bytes = written;
    }

    /** What was done so far; longest times begin anew. */
    static Figures figures() {
        long outputs = 0;
        long stall = 0;
        for (Lane lane : LANES) {
            outputs += lane.published;
            stall = Math.max(stall, lane.longest());
        }
        GENERATION.incrementAndGet();
        return new Figures(
                outputs,
                checkpoints.getAsLong(),
                bytes.getAsLong(),
                SYNCS.sum(),
                SYNC_NANOS.sum(),
                LONGEST_SYNC.getThenReset(),
                stall);
    }

    /** The sum over all lanes, when their tasks have ended. */
    static long checksum() {
        long sum = 0;
        for (Lane lane : LANES) {
            sum += lane.sum;
        }
        return sum;
    }

    /** The sum of outputs over all lanes, when their tasks have ended. */
    static long outputs() {
        long all = 0;
        for (Lane lane : LANES) {
            all += lane.count;
        }
        return all;
    }

    /** Outputs of one task, which owns it. It looks at the clock once in {@value #STRIDE} outputs. */
    public static final class Lane {
        private static final int STRIDE = 256;

        private long count;
        private long sum;
        private long last;
        private long generation;
        private volatile long published;
        private volatile long longest;

        private Lane() {}

        /** One output. */
        public void add(long checksum) {
            sum += checksum;
            if ((++count & (STRIDE - 1)) == 0) {
                stamp();
            }
        }

        /** One output that stands for so many events, of which it may be the last: it looks at the clock each time. */
        public void add(long checksum, long events) {
            sum += checksum;
            count += events;
            stamp();
        }

        private void stamp() {
            long now = System.nanoTime();
            long current = GENERATION.get();
            if (current != generation) {
                generation = current;
                longest = last == 0 ? 0 : now - last;
            } else if (now - last > longest) {
                longest = now - last;
            }
            last = now;
            published = count;
        }

        private long longest() {
            return longest;
        }
    }
}
