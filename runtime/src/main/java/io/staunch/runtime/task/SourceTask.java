package io.staunch.runtime.task;

import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.process.SideOutput;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Outbox;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source and drives the chain behind it. A checkpoint falls between two polls: the positions noted are those of exactly the
 * records before the barrier. Owned by its worker; only the record counter is read by others.
 */
final class SourceTask implements Task, SourceOutput<Object> {
    private final TaskParts parts;
    private final SourceReader<Object> reader;
    private final int readerNumber;
    private final Exits exits;
    private final Receiver chain;
    private final AtomicLong published;
    private final AtomicLong skipped;
    private final LagReport lag;
    private final @Nullable SourceTime time;
    private final Gate gate;
    private final FlushClock flushClock;

    private long records;
    private boolean halted;
    private boolean finished;

    SourceTask(
            TaskParts parts,
            SourceReader<Object> reader,
            int readerNumber,
            List<Split> splits,
            Exits exits,
            AtomicLong published,
            AtomicLong skipped,
            LagReport lag,
            @Nullable SourceTime time,
            Gate gate,
            Environment environment) {
        this.parts = parts;
        this.reader = reader;
        this.readerNumber = readerNumber;
        this.exits = exits;
        this.chain = exits.main();
        this.published = published;
        this.skipped = skipped;
        this.lag = lag;
        this.time = time;
        this.gate = gate;
        this.flushClock = new FlushClock(environment);
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
        if (!parts.sent() || halted) {
            if (time != null) {
                time.heldBack();
            }
            return false;
        }
        Outbox outbox = parts.outbox();
        if (gate.isClosed()) {
            if (time != null) {
                time.heldBack();
            }
            outbox.flush();
            return false;
        }
        int emitted = reader.poll(this, Batch.CAPACITY);
        if (time != null) {
            time.polled(true);
        }
        if (emitted == 0) {
            outbox.flush();
            sayFinished();
            return false;
        }
        published.lazySet(records);
        if (flushClock.due()) {
            outbox.flush();
        }
        return true;
    }

    @Override
    public void split(String id) {
        if (time != null) {
            time.split(id);
        }
    }

    @Override
    public void emit(Object value, long timestamp, long origin) {
        parts.cursor().origin = Cursor.pack(readerNumber, origin);
        records++;
        chain.accept(value, timestamp);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
        parts.cursor().origin = Cursor.pack(readerNumber, origin);
        records++;
        exits.emit(output, value, timestamp);
    }

    @Override
    public void skip() {
        records++;
        skipped.lazySet(skipped.get() + 1);
    }

    @Override
    public boolean ready() {
        return !parts.outbox().blocked();
    }

    @Override
    public void on(Command command) {
        switch (command.kind()) {
            case START_CHECKPOINT -> {
                Command.StartCheckpoint start = (Command.StartCheckpoint) command;
                halted = start.last();
                if (time != null && start.finish()) {
                    time.end();
                }
                checkpoint(new Barrier(start.checkpoint(), start.since(), start.finish(), start.last()));
            }
            case ADD_SPLITS -> {
                Command.AddSplits add = (Command.AddSplits) command;
                if (add.task() == number()) {
                    add(add.splits());
                    finished = false;
                }
            }
            case ABANDON_CHECKPOINT -> parts.capture().abandon(((Command.AbandonCheckpoint) command).checkpoint());
            case RELEASE -> {}
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

    private void checkpoint(Barrier barrier) {
        List<Split> positions = reader.positions();
        parts.outbox().barrier(barrier);
        parts.reports().step(ProtocolStep.BARRIER_SENT, barrier.checkpoint(), name(), "");
        published.lazySet(records);
        parts.beginCapture(barrier, positions, records, 0);
    }

    private void sayFinished() {
        if (!finished && reader.finished()) {
            finished = true;
            parts.reports().finished(number());
        }
    }
}
