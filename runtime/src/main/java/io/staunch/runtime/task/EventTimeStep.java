package io.staunch.runtime.task;

import io.staunch.protocol.time.SplitTimes;
import io.staunch.protocol.time.Watermark;
import io.staunch.time.MillisFunction;
import java.util.concurrent.atomic.AtomicReference;

/** Gives records their event time, in the chain of a source. */
final class EventTimeStep implements Receiver {
    private final String name;
    private final MillisFunction<Object> timestamp;
    private final SplitTimes times;
    private final Receiver next;
    private final AtomicReference<Watermark> published;
    private Watermark told = Watermark.START;

    /** @param published takes how far time has come, for other threads */
    EventTimeStep(
            String name,
            MillisFunction<Object> timestamp,
            SplitTimes times,
            Receiver next,
            AtomicReference<Watermark> published) {
        this.name = name;
        this.timestamp = timestamp;
        this.times = times;
        this.next = next;
        this.published = published;
    }

    @Override
    public void accept(Object value, long before) {
        long at;
        try {
            at = timestamp.at(value);
        } catch (Throwable e) {
            throw new OperatorFailure(name, e);
        }
        if (at == Long.MIN_VALUE) {
            throw OperatorFailure.nothing(name, "a timestamp (Long.MIN_VALUE stands for none)");
        }
        if (times.see(at)) {
            tell();
        }
        next.accept(value, at);
    }

    /** Tells how far time has come, if that has changed. */
    void tell() {
        Watermark now = times.watermark();
        if (!now.equals(told)) {
            told = now;
            published.lazySet(now);
            next.watermark(now);
        }
    }

    @Override
    public void watermark(Watermark watermark) {
        throw new IllegalStateException("event time '" + name + "' is given to a stream that has it already");
    }
}
