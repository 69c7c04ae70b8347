package io.staunch.runtime.task;

import io.staunch.backend.KeyedTimers;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.time.Timer;
import io.staunch.time.Timers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a keyed function may do while a timer fires. Owned by the task's worker. */
final class TimerContext implements KeyedProcess.Context<Object, Object> {
    private final KeyedHead head;
    private KeyedTimers.@Nullable Fired fired;
    private Timer.Kind kind = Timer.Kind.EVENT_TIME;

    TimerContext(KeyedHead head) {
        this.head = head;
    }

    void set(Timer.Kind of, KeyedTimers.Fired now) {
        kind = of;
        fired = now;
    }

    private KeyedTimers.Fired fired() {
        return Objects.requireNonNull(fired, "no timer is firing");
    }

    @Override
    public Object key() {
        return head.key(fired().hash(), fired().key());
    }

    @Override
    public long timestamp() {
        return kind == Timer.Kind.EVENT_TIME ? fired().time() : Long.MIN_VALUE;
    }

    @Override
    public void emit(Object value) {
        head.exits().emit(value, timestamp());
    }

    @Override
    public void emit(Object value, long timestamp) {
        head.exits().emit(value, timestamp);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value) {
        head.exits().emit(output, value, timestamp());
    }

    @Override
    public long currentWatermark() {
        return head.time().watermark(fired().hash());
    }

    @Override
    public long currentProcessingTime() {
        return head.currentProcessingTime();
    }

    @Override
    public boolean late() {
        return false;
    }

    @Override
    public Timers timers() {
        return head.timers();
    }
}
