package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.follower.CopyChunk;
import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.task.OperatorFailure;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.SpscUnboundedArrayQueue;

/**
 * Writes the records of a follower into its write-ahead copy: piece by piece to the coordinator, which keeps them in the checkpoint store. At
 * the barrier all before it is handed over; what comes behind belongs to the next interval, so nothing has to wait. Reads no further while
 * pieces that it has handed over are not kept yet, or the coordinator says so: that is back pressure.
 */
public final class CopyWriter implements Agent {
    /** A piece is handed over when it has so many bytes, or at the barrier. */
    static final int PIECE = 1 << 18;

    /** So many pieces may be on their way. */
    private static final int UNDER_WAY = 4;

    private final String sink;
    private final CopyChunk<Object> piece;
    private final Channel[] channels;
    private final Aligner aligner;
    private final FollowerReports reports;
    private final SpscUnboundedArrayQueue<Long> abandoned = new SpscUnboundedArrayQueue<>(16);
    private final AtomicLong kept = new AtomicLong();
    private volatile boolean held;
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
        this.channels = channels.toArray(Channel[]::new);
        this.aligner = new Aligner(this.channels.length, true, environment);
        this.reports = reports;
    }

    /** Coordinator: one more of the pieces is in the store. */
    public void kept() {
        kept.lazySet(kept.get() + 1);
    }

    /** Coordinator: whether no more records are to be read. Returns whether that has changed. */
    public boolean hold(boolean now) {
        boolean changed = held != now;
        held = now;
        return changed;
    }

    /** Coordinator: the checkpoint has failed; nobody waits for its barrier any more. */
    public void abandon(long checkpoint) {
        abandoned.offer(checkpoint);
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
            boolean worked = false;
            for (Long id = abandoned.poll(); id != null; id = abandoned.poll()) {
                aligner.abandon(id);
                worked = true;
            }
            for (int i = 0; i < channels.length && mayRead(); i++) {
                if (!aligner.blocks(i)) {
                    worked |= read(i);
                }
            }
            return worked ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            reports.failed(sink, e instanceof OperatorFailure ? origin : -1, e);
            return Step.DONE;
        }
    }

    private boolean mayRead() {
        return !held && handedOver - kept.get() < UNDER_WAY;
    }

    private boolean read(int channel) {
        Object event = channels[channel].poll();
        if (event instanceof Batch batch) {
            add(batch);
            channels[channel].recycle(batch);
            if (piece.size() >= PIECE) {
                handOver();
            }
        } else if (event instanceof Barrier barrier && aligner.barrier(channel, barrier.checkpoint())) {
            handOver();
            reports.step(ProtocolStep.SINK_PREPARED, barrier.checkpoint(), sink, "");
            reports.prepared(sink, barrier.checkpoint());
        }
        return event != null;
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
