package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedTimers;
import io.staunch.environment.Environment;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Outbox;
import io.staunch.time.Timer;
import io.staunch.time.Timers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes the key of each record and each timer the current one, and calls the keyed operator. When the watermark advances, the timers that
 * it has reached fire before any other record is taken, and only then is it handed on. Owned by the task's worker.
 */
final class KeyedHead implements ChannelTask.Head, KeyedProcess.Context<Object, Object> {
    /**
     * What a head consists of.
     *
     * @param states the operator's, as it knows them
     * @param event timers, null if the operator has none; so is {@code processing}
     * @param ofInt whether keys are ints
     * @param fired takes how many timers have fired
     * @param late counts records that came too late and are dropped
     * @param watermark takes how far event time has come, for other threads
     */
    record Parts(
            String name,
            KeyedBackend backend,
            KeyedProcess<Object, Object, Object> operator,
            ExpiringStates states,
            @Nullable KeyedTimers event,
            @Nullable KeyedTimers processing,
            TaskTimers timers,
            TaskTime time,
            Exits exits,
            Outbox outbox,
            Cursor cursor,
            boolean ofInt,
            AtomicLong fired,
            Tally late,
            AtomicReference<Watermark> watermark,
            Environment environment) {}

    private final Parts parts;
    private final KeyedBackend backend;
    private final KeyedProcess<Object, Object, Object> operator;
    private final Exits exits;
    private final TimerContext ofTimer = new TimerContext(this);
    private @Nullable Watermark advancing;
    private long fired;
    private Batch current;
    private int index;

    KeyedHead(Parts parts) {
        this.parts = parts;
        this.backend = parts.backend();
        this.operator = parts.operator();
        this.exits = parts.exits();
    }

    @Override
    public void prepare(Batch batch) {
        current = batch;
        backend.touch(batch.hashes, batch.size);
    }

    @Override
    public void accept(Batch batch, int at) {
        index = at;
        backend.select(batch.hashes[at], batch.keys == null ? null : batch.keys[at]);
        try {
            operator.process(batch.values[at], this);
        } catch (Throwable e) {
            throw OperatorFailure.of(parts.name(), e);
        }
        exits.check();
    }

    @Override
    public long restored() {
        return parts.time().watermark();
    }

    @Override
    public void watermark(Watermark watermark) {
        parts.time().advance(watermark.time());
        parts.watermark().lazySet(watermark);
        advancing = watermark;
    }

    @Override
    public boolean advancing() {
        return advancing != null;
    }

    @Override
    public boolean ending() {
        return advancing != null && advancing.time() == Long.MAX_VALUE;
    }

    @Override
    public void advance(int most) {
        Watermark to = advancing;
        if (to != null
                && fire(Timer.Kind.EVENT_TIME, parts.event(), to.time(), most) < most
                && !parts.outbox().blocked()) {
            advancing = null;
            exits.watermark(to);
        }
    }

    @Override
    public boolean clock(int most) {
        boolean expired = parts.states().step(most);
        KeyedTimers timers = parts.processing();
        if (timers == null || timers.earliest() == Long.MAX_VALUE) {
            return expired;
        }
        int count = fire(Timer.Kind.PROCESSING_TIME, timers, parts.environment().currentTimeMs(), most);
        return count > 0 || expired;
    }

    @Override
    public long fired() {
        return fired;
    }

    /** Fires timers as long as their output finds room. Returns how many. */
    private int fire(Timer.Kind kind, @Nullable KeyedTimers timers, long until, int most) {
        if (timers == null) {
            return 0;
        }
        Cursor cursor = parts.cursor();
        Batch at = cursor.batch;
        cursor.batch = null; // what a timer emits comes from no record
        int count = 0;
        while (count < most && !parts.outbox().blocked()) {
            KeyedTimers.Fired timer = timers.fire(until);
            if (timer == null) {
                break;
            }
            count++;
            fire(kind, timer);
        }
        cursor.batch = at;
        if (count > 0) {
            fired += count;
            parts.fired().lazySet(fired);
        }
        return count;
    }

    private void fire(Timer.Kind kind, KeyedTimers.Fired timer) {
        ofTimer.set(kind, timer);
        try {
            operator.onTimer(new Timer(kind, timer.time()), ofTimer);
        } catch (Throwable e) {
            throw OperatorFailure.of(parts.name(), e);
        }
        exits.check();
    }

    /** A key as the operator sees it. */
    Object key(long hash, @Nullable Object key) {
        if (key != null) {
            return key;
        }
        long primitive = KeyHash.toLong(hash);
        return parts.ofInt() ? (Object) (int) primitive : (Object) primitive;
    }

    Exits exits() {
        return exits;
    }

    TaskTime time() {
        return parts.time();
    }

    @Override
    public Object key() {
        return key(current.hashes[index], current.keys == null ? null : current.keys[index]);
    }

    @Override
    public long timestamp() {
        return current.timestamps[index];
    }

    @Override
    public void emit(Object value) {
        exits.emit(value, current.timestamps[index]);
    }

    @Override
    public void emit(Object value, long timestamp) {
        exits.emit(value, timestamp);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value) {
        exits.emit(output, value, current.timestamps[index]);
    }

    @Override
    public long currentWatermark() {
        return parts.time().watermark(current.hashes[index]);
    }

    @Override
    public long currentProcessingTime() {
        return parts.environment().currentTimeMs();
    }

    @Override
    public void dropLate() {
        parts.late().add();
    }

    @Override
    public Timers timers() {
        return parts.timers();
    }
}
