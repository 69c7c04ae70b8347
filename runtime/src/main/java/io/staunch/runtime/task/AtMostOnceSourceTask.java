package io.staunch.runtime.task;

import io.staunch.process.SideOutput;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Cursor;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source ahead of a checkpoint and emits only what lies before durable positions: a record is processed at most once, since a
 * restart goes on from positions that were stored before their records were emitted. Owned by its worker.
 */
final class AtMostOnceSourceTask implements Task, SourceOutput<Object> {
    /** How many records are read ahead of the next checkpoint. */
    private static final int LIMIT = 65_536;

    private static final int STEP = 512;

    /** A record of a split for the main output, or for a side output if one is named; no value if it is passed over. */
    private record Held(
            @Nullable SideOutput<?> output,
            @Nullable Object value,
            long timestamp,
            long origin,
            @Nullable String split) {
        /** In the place of a record that is passed over. */
        static final Held NOTHING = new Held(null, null, 0, -1, null);
    }

    private final TaskParts parts;
    private final SourceReader<Object> reader;
    private final int readerNumber;
    private final Exits exits;
    private final Receiver chain;
    private final AtomicLong published;
    private final AtomicLong skipped;
    private final LagReport lag;
    private final @Nullable SourceTime time;

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private @Nullable String split;
    private long taken;
    private long released;
    private long noted;
    private long notedBy = -1;
    private long durable = -1;
    private boolean halted;
    private boolean finished;
    private @Nullable Barrier drain;
    private boolean finish;

    AtMostOnceSourceTask(
            TaskParts parts,
            SourceReader<Object> reader,
            int readerNumber,
            List<Split> splits,
            Exits exits,
            AtomicLong published,
            AtomicLong skipped,
            LagReport lag,
            @Nullable SourceTime time) {
        this.parts = parts;
        this.reader = reader;
        this.readerNumber = readerNumber;
        this.exits = exits;
        this.chain = exits.main();
        this.published = published;
        this.skipped = skipped;
        this.lag = lag;
        this.time = time;
        add(splits);
    }

    private void add(List<Split> splits) {
        reader.add(splits);
        if (time != null) {
            time.add(splits);
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
    public boolean step() throws Exception {
        parts.guard().enter();
        lag.step();
        boolean worked = records();
        return parts.capture().step() || worked;
    }

    private boolean records() throws Exception {
        if (!parts.sent()) {
            if (time != null) {
                time.heldBack();
            }
            return false;
        }
        boolean worked = emitReleased();
        if (!halted && held.size() < LIMIT) {
            worked |= reader.poll(this, STEP) > 0;
            published.lazySet(taken);
        }
        if (time != null) {
            time.polled(held.isEmpty());
        }
        if (!worked) {
            parts.outbox().flush();
            sayFinished();
            sendDrain();
        }
        return worked;
    }

    @Override
    public void split(String id) {
        split = id;
    }

    @Override
    public void emit(Object value, long timestamp, long origin) {
        held.add(new Held(null, value, timestamp, Cursor.pack(readerNumber, origin), split));
        taken++;
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
        held.add(new Held(output, value, timestamp, Cursor.pack(readerNumber, origin), split));
        taken++;
    }

    /** Held as well, as nothing, so that records and positions keep pace. */
    @Override
    public void skip() {
        held.add(Held.NOTHING);
        taken++;
        skipped.lazySet(skipped.get() + 1);
    }

    @Override
    public boolean ready() {
        return held.size() < LIMIT;
    }

    @Override
    public void on(Command command) {
        switch (command.kind()) {
            case START_CHECKPOINT -> {
                Command.StartCheckpoint start = (Command.StartCheckpoint) command;
                halted = start.last();
                noted = taken;
                notedBy = start.checkpoint();
                var barrier = new Barrier(start.checkpoint(), start.since(), true, true);
                drain = start.last() ? barrier : null;
                finish = start.finish();
                parts.beginCapture(barrier, reader.positions(), taken, 0);
            }
            case RELEASE -> {
                if (((Command.Release) command).checkpoint() == notedBy) {
                    released = noted;
                    durable = notedBy;
                }
            }
            case ADD_SPLITS -> {
                Command.AddSplits add = (Command.AddSplits) command;
                if (add.task() == number()) {
                    add(add.splits());
                    finished = false;
                }
            }
            case ABANDON_CHECKPOINT -> parts.capture().abandon(((Command.AbandonCheckpoint) command).checkpoint());
        }
    }

    @Override
    public long origin() {
        return parts.cursor().origin();
    }

    @Override
    public void close() {
        reader.close();
        parts.close();
    }

    /** Records are counted from the first one ever taken: those up to {@code released} may go out. */
    private boolean emitReleased() {
        long first = taken - held.size();
        int emitted = 0;
        while (first + emitted < released && emitted < STEP && !parts.outbox().blocked()) {
            Held next = held.remove();
            parts.cursor().origin = next.origin();
            emit(next);
            emitted++;
        }
        return emitted > 0;
    }

    private void emit(Held next) {
        if (time != null && next.split() != null) {
            time.split(next.split());
        }
        if (next.output() != null) {
            exits.emit(next.output(), next.value(), next.timestamp());
        } else if (next.value() != null) {
            chain.accept(next.value(), next.timestamp());
        }
    }

    private void sayFinished() {
        if (!finished && reader.finished()) {
            finished = true;
            parts.reports().finished(number());
        }
    }

    /**
     * Behind the last record of a job that ends, a barrier that tells the sinks that nothing more comes. Not before the last checkpoint is
     * durable, also where nothing waits for it: nobody asks the sinks earlier.
     */
    private void sendDrain() {
        if (drain != null && durable == drain.checkpoint() && held.isEmpty()) {
            if (time != null && finish) {
                time.end();
            }
            parts.outbox().barrier(drain);
            drain = null;
        }
    }
}
