package io.staunch.runtime.task;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Guarantee;
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
 * has reached, no record is taken, but barriers that come next are: what has fired by then is in the state. A head that
 * waits for answers has room for a number of records; while a barrier is on its way behind more of them, it takes those too. Behind the
 * barrier of the last checkpoint it does nothing more. Owned by its worker.
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

        /** How many timers have fired, or records have gone on that it had kept. */
        long fired();

        /**
         * How many records it takes now.
         *
         * @param beyond whether also more than it can work on, since a barrier is on its way behind them
         */
        default int room(boolean beyond) {
            return Integer.MAX_VALUE;
        }

        /** Whether nothing is in flight that has to be out before a barrier behind the end of everything. */
        default boolean isEmpty() {
            return true;
        }

        /** Lets go of what it holds outside. */
        default void close() {}
    }

    private final TaskParts parts;
    private final Channel[] channels;
    private final Head head;
    private final Aligner aligner;
    private final JoinedWatermark joined;
    private final FlushClock flushClock;
    private final boolean checkpointed;

    /** The newest checkpoint that has begun, and the newest whose barriers are not waited for any more. */
    private long begun = -1;

    private long over = -1;

    /** The checkpoint behind whose barrier the job ends; -1 while it goes on. */
    private long end = -1;

    /** The barrier behind the end of everything, while something is in flight before it. */
    private @Nullable Barrier last;

    private @Nullable Batch batch;
    private int channel;
    private int next;

    /**
     * @param timed how many of the channels, the first ones, bring watermarks
     * @param guarantee whether barriers are aligned, and whether there are any before the end
     */
    ChannelTask(
            TaskParts parts,
            List<Channel> channels,
            int timed,
            Head head,
            Guarantee guarantee,
            Environment environment) {
        this.parts = parts;
        this.channels = channels.toArray(Channel[]::new);
        this.head = head;
        this.aligner = new Aligner(this.channels.length, guarantee == Guarantee.EXACTLY_ONCE, environment);
        this.joined = new JoinedWatermark(timed, head.restored());
        this.flushClock = new FlushClock(environment);
        this.checkpointed = guarantee != Guarantee.AT_MOST_ONCE;
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
        if (!parts.sent() || ended()) {
            return false;
        }
        boolean worked = head.clock(MOST_TIMERS);
        if (head.advancing()) {
            head.advance(MOST_TIMERS);
            if (!head.ending()) {
                receive(true, false);
            }
            worked = true;
        } else if (last != null) {
            worked |= end(last);
        } else {
            worked |= input();
        }
        if (!worked || flushClock.due()) {
            parts.outbox().flush();
        }
        return worked;
    }

    /**
     * Whether the barrier of the last checkpoint is behind it: what timers and answers would send on now, no checkpoint has, and it comes again after the
     * next start; what fails now would fail a job that has all but ended.
     */
    private boolean ended() {
        return end >= 0 && over >= end;
    }

    /** Takes input as far as the head has room. Returns whether there was any. */
    private boolean input() {
        boolean beyond = checkpointed && begun > over && head.room(false) == 0;
        int room = head.room(beyond);
        boolean received = batch == null && receive(room == 0, beyond);
        return batch == null ? received : process(batch, room) || received;
    }

    /** Hands on the barrier behind the end of everything, once nothing is in flight. Returns whether it has. */
    private boolean end(Barrier barrier) {
        if (!head.isEmpty()) {
            return false;
        }
        last = null;
        checkpoint(barrier);
        return true;
    }

    @Override
    public void on(Command command) {
        switch (command.kind()) {
            case START_CHECKPOINT -> {
                var start = (Command.StartCheckpoint) command;
                begun = start.checkpoint();
                end = start.last() ? begun : -1;
            }
            case ABANDON_CHECKPOINT -> abandon(((Command.AbandonCheckpoint) command).checkpoint());
            case RELEASE, ADD_SPLITS -> {}
        }
    }

    @Override
    public long origin() {
        return parts.cursor().origin();
    }

    @Override
    public void close() {
        try {
            head.close();
        } finally {
            parts.close();
        }
    }

    private void abandon(long checkpoint) {
        aligner.abandon(checkpoint);
        parts.capture().abandon(checkpoint);
        over = Math.max(over, checkpoint);
        if (end <= checkpoint) {
            end = -1;
        }
        if (last != null && last.checkpoint() <= checkpoint) {
            last = null;
        }
    }

    /**
     * Takes the next batch, watermark or barrier from the channels in turn. Returns whether there was one.
     *
     * @param onlyBarriers whether nothing else may be taken now
     * @param beyond whether more is taken than can be worked on, so only what is before the barrier that is waited for
     */
    private boolean receive(boolean onlyBarriers, boolean beyond) {
        for (int i = 0; i < channels.length; i++) {
            int channel = next;
            next = next + 1 == channels.length ? 0 : next + 1;
            if (aligner.blocks(channel)
                    || (beyond && aligner.delivered(channel))
                    || (onlyBarriers && !channels[channel].barrierIsNext())) {
                continue;
            }
            Object event = channels[channel].poll();
            if (event instanceof Batch received) {
                batch = received;
                this.channel = channel;
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

    /** Returns whether any record was taken. */
    private boolean process(Batch current, int room) {
        Outbox outbox = parts.outbox();
        var cursor = parts.cursor();
        int size = current.size;
        int from = cursor.index;
        int at = from;
        int end = Math.min(size - at, room) + at;
        while (at < end && !outbox.blocked()) {
            cursor.index = at;
            head.accept(current, at);
            at++;
        }
        cursor.index = at;
        if (at == size) {
            batch = null;
            cursor.batch = null;
            Watermark behind = current.watermark;
            channels[channel].recycle(current);
            if (behind != null) {
                watermark(channel, behind);
            }
        }
        return at > from;
    }

    private void watermark(int channel, Watermark watermark) {
        if (joined.set(channel, watermark)) {
            head.watermark(joined.get());
        }
    }

    private void checkpoint(Barrier barrier) {
        if (barrier.ends() && !head.isEmpty()) {
            last = barrier;
            return;
        }
        over = Math.max(over, barrier.checkpoint());
        long nanos = aligner.nanos();
        parts.reports().step(ProtocolStep.BARRIER_ALIGNED, barrier.checkpoint(), name(), "");
        parts.outbox().barrier(barrier);
        parts.beginCapture(barrier, List.of(), head.fired(), nanos);
    }
}
