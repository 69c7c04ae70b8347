package io.staunch.runtime.job;

import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.runtime.sink.FollowerReports;
import io.staunch.source.Split;
import java.nio.ByteBuffer;
import java.util.List;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one execution to the coordinator. Each execution has its own, so that what comes from an older one is never read.
 * Any thread puts, the coordinator takes.
 */
final class Mailbox implements FollowerReports {
    private final MpscUnboundedArrayQueue<Event> events = new MpscUnboundedArrayQueue<>(256);
    private final EventLog log;
    private final Runnable wake;

    Mailbox(EventLog log, Runnable wake) {
        this.log = log;
        this.wake = wake;
    }

    @Nullable
    Event poll() {
        return events.poll();
    }

    @Override
    public void captured(Captured captured) {
        put(new Event.Captured(captured));
    }

    @Override
    public void prepared(String sink, long checkpoint) {
        put(new Event.Prepared(sink, checkpoint));
    }

    @Override
    public void opened(long nanoTime) {
        put(new Event.Opened(nanoTime));
    }

    @Override
    public void committed(long checkpoint) {
        put(new Event.Committed(checkpoint));
    }

    @Override
    public void copied(String sink, ByteBuffer chunk, int records) {
        put(new Event.Copied(sink, chunk, records));
    }

    @Override
    public void transactionPrepared(String sink, PreparedToken token) {
        put(new Event.TransactionPrepared(sink, token));
    }

    @Override
    public void followerCommitted(String sink, long checkpoint) {
        put(new Event.FollowerCommitted(sink, checkpoint));
    }

    @Override
    public void discovered(String source, List<Split> splits) {
        put(new Event.Discovered(source, splits));
    }

    @Override
    public void finished(int task) {
        put(new Event.Finished(task));
    }

    @Override
    public void failed(String subject, long origin, Throwable why) {
        put(new Event.Failed(subject, origin, why));
    }

    @Override
    public void step(ProtocolStep step, long checkpoint, String subject, String detail) {
        log.step(step, checkpoint, subject, detail);
    }

    private void put(Event event) {
        events.offer(event);
        wake.run();
    }
}
