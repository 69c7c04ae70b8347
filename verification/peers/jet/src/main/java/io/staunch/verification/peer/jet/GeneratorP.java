package io.staunch.verification.peer.jet;

import static com.hazelcast.jet.core.BroadcastKey.broadcastKey;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.Feed;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.WindowEvents;

/** The events of B1 or, timed, of B2, a split per processor. */
final class GeneratorP extends AbstractProcessor {
    private static final int MOST = 1024;

    private final boolean timed;
    private int split;
    private int step;
    private long done;
    private Event pending;

    GeneratorP(boolean timed) {
        this.timed = timed;
    }

    @Override
    protected void init(Context context) {
        split = context.globalProcessorIndex();
        step = context.totalParallelism();
    }

    @Override
    public boolean complete() {
        for (int i = 0; i < MOST; i++) {
            if (pending == null) {
                long number = split + done * step;
                pending = timed ? WindowEvents.event(number) : Event.of(number);
            }
            if (!tryEmit(pending)) {
                return false;
            }
            pending = null;
            done++;
        }
        if (Feed.over()) {
            Feed.ended(split, done);
            return true;
        }
        return false;
    }

    @Override
    public boolean saveToSnapshot() {
        return tryEmitToSnapshot(broadcastKey(split), done);
    }

    @Override
    public boolean snapshotCommitFinish(boolean success) {
        if (success && split == 0) {
            Meter.checkpoint();
        }
        return true;
    }

    @Override
    protected void restoreFromSnapshot(Object key, Object value) {
        if (((BroadcastKey<?>) key).key().equals(split)) {
            done = (Long) value;
        }
    }
}
