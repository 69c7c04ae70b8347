package io.staunch.runtime.task;

import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Outbox;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads channels, aligns barriers and drives the chain behind them. Owned by its worker. */
final class ChannelTask implements Task {
    /** Takes the records of a batch, one by one. */
    interface Head {
        /** Called once before the records of a batch. */
        void prepare(Batch batch);

        /** Takes one record. */
        void accept(Batch batch, int at);
    }

    private final TaskParts parts;
    private final Channel[] channels;
    private final Head head;
    private final Aligner aligner;
    private final FlushClock flushClock;

    private @Nullable Batch batch;
    private int from;
    private int next;

    ChannelTask(TaskParts parts, List<Channel> channels, Head head, boolean aligned, Environment environment) {
        this.parts = parts;
        this.channels = channels.toArray(Channel[]::new);
        this.head = head;
        this.aligner = new Aligner(this.channels.length, aligned, environment);
        this.flushClock = new FlushClock(environment);
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
        if (batch == null && !receive()) {
            outbox.flush();
            return false;
        }
        if (batch != null) {
            process(batch);
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

    /** Takes the next batch or barrier from the channels in turn. Returns whether there was one. */
    private boolean receive() {
        for (int i = 0; i < channels.length; i++) {
            int channel = next;
            next = next + 1 == channels.length ? 0 : next + 1;
            if (aligner.blocks(channel)) {
                continue;
            }
            Object event = channels[channel].poll();
            if (event instanceof Batch received) {
                batch = received;
                from = channel;
                parts.cursor().batch = received;
                parts.cursor().index = 0;
                head.prepare(received);
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
            channels[from].recycle(current);
        }
    }

    private void checkpoint(Barrier barrier) {
        long nanos = aligner.nanos();
        parts.reports().step(ProtocolStep.BARRIER_ALIGNED, barrier.checkpoint(), name(), "");
        parts.outbox().barrier(barrier);
        parts.beginCapture(barrier, List.of(), 0, nanos);
    }
}
