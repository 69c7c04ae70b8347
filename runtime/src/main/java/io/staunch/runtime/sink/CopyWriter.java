package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.follower.CopyChunk;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.task.OperatorFailure;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the records of a follower into its write-ahead copy: piece by piece to the coordinator, which keeps them in the checkpoint store. At
 * the barrier all before it is handed over; what comes behind belongs to the next interval, so nothing has to wait. Reads no further while
 * pieces that it has handed over are not kept yet, or the coordinator says so: that is back pressure.
 */
public final class CopyWriter implements Agent, SinkInput.Taker {
    /** A piece is handed over when it has so many bytes, or at the barrier. */
    static final int PIECE = 1 << 18;

    /** So many pieces may be on their way. */
    private static final int UNDER_WAY = 4;

    private final String sink;
    private final CopyChunk<Object> piece;
    private final SinkInput input;
    private final FollowerReports reports;
    private final AtomicLong kept = new AtomicLong();
    private volatile boolean stopped;
    private long handedOver;
    private long origin = -1;

    public CopyWriter(
            String sink,
            Codec<Object> codec,
            List<Channel> channels,
            FollowerReports reports,
            Environment environment) {
        this.sink = sink;
        this.piece = new CopyChunk<>(codec);
        this.input = new SinkInput(channels, environment);
        this.reports = reports;
    }

    /** Coordinator: one more of the pieces is in the store. */
    public void kept() {
        kept.lazySet(kept.get() + 1);
    }

    /** Coordinator: whether no more records are to be read. Returns whether that has changed. */
    public boolean hold(boolean now) {
        return input.hold(now);
    }

    /** Coordinator: the checkpoint has failed; nobody waits for its barrier any more. */
    public void abandon(long checkpoint) {
        input.abandon(checkpoint);
    }

    /** Any thread: the next step is the last. */
    public void stop() {
        stopped = true;
    }

    @Override
    public Step step() {
        if (stopped) {
            return Step.DONE;
        }
        try {
            return input.read(this) ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            reports.failed(sink, e instanceof OperatorFailure ? origin : -1, e);
            return Step.DONE;
        }
    }

    @Override
    public boolean mayRead() {
        return handedOver - kept.get() < UNDER_WAY;
    }

    @Override
    public void take(Batch batch) {
        add(batch);
        if (piece.size() >= PIECE) {
            handOver();
        }
    }

    @Override
    public void barrier(Barrier barrier) {
        handOver();
        reports.step(ProtocolStep.SINK_PREPARED, barrier.checkpoint(), sink, "");
        reports.prepared(sink, barrier.checkpoint());
    }

    private void add(Batch batch) {
        for (int i = 0; i < batch.size; i++) {
            origin = batch.origins[i];
            try {
                piece.add(batch.values[i]);
            } catch (RuntimeException e) {
                throw new OperatorFailure(sink, e);
            }
        }
    }

    private void handOver() {
        if (piece.count() > 0) {
            int records = piece.count();
            handedOver++;
            reports.copied(sink, piece.take(), records);
        }
    }
}
