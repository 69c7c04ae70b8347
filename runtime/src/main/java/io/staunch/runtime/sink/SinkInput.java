package io.staunch.runtime.sink;

import io.staunch.environment.Environment;
import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import java.util.List;
import org.jctools.queues.SpscUnboundedArrayQueue;

/**
 * The channels of a sink for which nothing waits behind a barrier: what comes there belongs to the next interval. Barriers are aligned whatever the
 * pipeline's guarantee. Read by the sink's agent; the coordinator says what it should not wait for, and when it should read no further.
 */
final class SinkInput {
    /** What becomes of it. */
    interface Taker {
        /** Whether there is room for another batch. */
        boolean mayRead();

        /** The batch is used again afterwards. */
        void take(Batch batch) throws Exception;

        /** All records before the barrier have been taken, and none behind it. */
        void barrier(Barrier barrier) throws Exception;
    }

    private final Channel[] channels;
    private final Aligner aligner;
    private final SpscUnboundedArrayQueue<Long> abandoned = new SpscUnboundedArrayQueue<>(16);
    private volatile boolean held;

    SinkInput(List<Channel> channels, Environment environment) {
        this.channels = channels.toArray(Channel[]::new);
        this.aligner = new Aligner(this.channels.length, true, environment);
    }

    /** Coordinator: whether no more records are to be read. Returns whether that has changed. */
    boolean hold(boolean now) {
        boolean changed = held != now;
        held = now;
        return changed;
    }

    /** Coordinator: the checkpoint has failed; nobody waits for its barrier any more. */
    void abandon(long checkpoint) {
        abandoned.offer(checkpoint);
    }

    /** At most one batch or barrier of each channel. Returns whether anything was done. */
    boolean read(Taker to) throws Exception {
        boolean worked = false;
        for (Long id = abandoned.poll(); id != null; id = abandoned.poll()) {
            aligner.abandon(id);
            worked = true;
        }
        for (int i = 0; i < channels.length && !held && to.mayRead(); i++) {
            if (!aligner.blocks(i)) {
                worked |= read(i, to);
            }
        }
        return worked;
    }

    private boolean read(int channel, Taker to) throws Exception {
        Object event = channels[channel].poll();
        if (event instanceof Batch batch) {
            to.take(batch);
            channels[channel].recycle(batch);
        } else if (event instanceof Barrier barrier && aligner.barrier(channel, barrier.checkpoint())) {
            to.barrier(barrier);
        }
        return event != null;
    }
}
