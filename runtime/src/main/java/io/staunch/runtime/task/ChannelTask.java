package io.staunch.runtime.task;

import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.time.JoinedWatermark;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Outbox;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads channels, aligns barriers, joins watermarks and drives the chain behind them. While the head still fires timers that a watermark
 * has reached, no record is taken, but barriers that come next are: what has fired by then is in the state. Owned by its worker.
 */
final class ChannelTask implements Task {
    /** Timers that fire in one step. */
    private static final int MOST_TIMERS = Batch.CAPACITY;

    /** Takes the records of a batch, one by one, and the time. */
    interface Head {
        /**
         * Called once before the records of a batch.
         *
         * @param channel which of the task's it came from
         */
        void prepare(Batch batch, int channel);

        /** Takes one record. */
        void accept(Batch batch, int at);

        /** The watermark that it has come to before it is first told of one. */
        long restored();

        /** The task's watermark has changed. Not called while it is {@link #advancing}. */
        void watermark(Watermark watermark);

        /** Whether timers that the watermark has reached have still to fire: no record may be taken. */
        boolean advancing();

        /** Whether it is advancing to the end of time, so that what fires belongs before any barrier. */
        boolean ending();

        /** Goes on advancing: fires so many timers at most. */
        void advance(int most);

        /** Fires so many timers at most that the wall clock has reached, and frees what has expired. Returns whether there was anything of these. */
        boolean clock(int most);

        /** How many timers have fired. */
        long fired();
    }

    private final TaskParts parts;
    private final Channel[] channels;
    private final Head head;
    private final Aligner aligner;
    private final JoinedWatermark joined;
    private final FlushClock flushClock;

    private @Nullable Batch batch;
    private int from;
    private int next;

    /** @param timed how many of the channels, the first ones, bring watermarks */
    ChannelTask(
            TaskParts parts, List<Channel> channels, int timed, Head head, boolean aligned, Environment environment) {
        this.parts = parts;
        this.channels = channels.toArray(Channel[]::new);
        this.head = head;
        this.aligner = new Aligner(this.channels.length, aligned, environment);
        this.joined = new JoinedWatermark(timed, head.restored());
        this.flushClock = new FlushClock(environment);
        if (!joined.get().equals(Watermark.START)) {
            head.watermark(joined.get());
        }
    }

    @Override
    public int number() {
        return parts.number();
    }

    @Override
    public String name() {
        return parts.name();
    }

    @Override
    public boolean step() {
        parts.guard().enter();
        boolean worked = records();
        return parts.capture().step() || worked;
    }

    private boolean records() {
        if (!parts.sent()) {
            return false;
        }
        Outbox outbox = parts.outbox();
        boolean fired = head.clock(MOST_TIMERS);
        if (head.advancing()) {
            head.advance(MOST_TIMERS);
            if (!head.ending()) {
                receive(true);
            }
        } else if (batch != null || receive(false)) {
            if (batch != null) {
                process(batch);
            }
        } else if (!fired) {
            outbox.flush();
            return false;
        }
        if (flushClock.due()) {
            outbox.flush();
        }
        return true;
    }

    @Override
    public void on(Command command) {
        if (command.kind() == Command.Kind.ABANDON_CHECKPOINT) {
            long checkpoint = ((Command.AbandonCheckpoint) command).checkpoint();
            aligner.abandon(checkpoint);
            parts.capture().abandon(checkpoint);
        }
    }

    @Override
    public long origin() {
        return parts.cursor().origin();
    }

    @Override
    public void close() {
        parts.close();
    }

    /**
     * Takes the next batch, watermark or barrier from the channels in turn. Returns whether there was one.
     *
     * @param onlyBarriers whether nothing else may be taken now
     */
    private boolean receive(boolean onlyBarriers) {
        for (int i = 0; i < channels.length; i++) {
            int channel = next;
            next = next + 1 == channels.length ? 0 : next + 1;
            if (aligner.blocks(channel) || (onlyBarriers && !channels[channel].barrierIsNext())) {
                continue;
            }
            Object event = channels[channel].poll();
            if (event instanceof Batch received) {
                batch = received;
                from = channel;
                parts.cursor().batch = received;
                parts.cursor().index = 0;
                head.prepare(received, channel);
                return true;
            }
            if (event instanceof Watermark watermark) {
                watermark(channel, watermark);
                return true;
            }
            if (event instanceof Barrier barrier) {
                if (aligner.barrier(channel, barrier.checkpoint())) {
                    checkpoint(barrier);
                }
                return true;
            }
        }
        return false;
    }

    private void process(Batch current) {
        Outbox outbox = parts.outbox();
        var cursor = parts.cursor();
        int size = current.size;
        int at = cursor.index;
        while (at < size && !outbox.blocked()) {
            cursor.index = at;
            head.accept(current, at);
            at++;
        }
        cursor.index = at;
        if (at == size) {
            batch = null;
            cursor.batch = null;
            Watermark behind = current.watermark;
            channels[from].recycle(current);
            if (behind != null) {
                watermark(from, behind);
            }
        }
    }

    private void watermark(int channel, Watermark watermark) {
        if (joined.set(channel, watermark)) {
            head.watermark(joined.get());
        }
    }

    private void checkpoint(Barrier barrier) {
        long nanos = aligner.nanos();
        parts.reports().step(ProtocolStep.BARRIER_ALIGNED, barrier.checkpoint(), name(), "");
        parts.outbox().barrier(barrier);
        parts.beginCapture(barrier, List.of(), head.fired(), nanos);
    }
}
