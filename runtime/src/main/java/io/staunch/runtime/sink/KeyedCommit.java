package io.staunch.runtime.sink;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.follower.DroppedIntervals;
import io.staunch.sink.WriteAheadConnection;
import java.time.Duration;

/**
 * A write-ahead copy on its way to an outside that remembers a key for some time only. A try whose answer was lost may have taken effect; so there is no
 * further one when its key may be forgotten. Handed over by the coordinator; from then on used by the committer's thread only.
 */
public final class KeyedCommit implements CommitWork<WriteAheadConnection<Object>> {
    private final CopiedInterval interval;
    private final Duration remembered;
    private final Environment environment;
    private boolean tried;
    private long firstNanos;

    /** @param remembered for how long the outside remembers a key since it was first used */
    public KeyedCommit(CopiedInterval interval, Duration remembered, Environment environment) {
        this.interval = interval;
        this.remembered = remembered;
        this.environment = environment;
    }

    @Override
    public long checkpoint() {
        return interval.checkpoint();
    }

    @Override
    public boolean call(WriteAheadConnection<Object> connection) throws Exception {
        long now = environment.nanoTime();
        if (!tried) {
            tried = true;
            firstNanos = now;
        } else if (interval.records() > 0 && Duration.ofNanos(now - firstNanos).compareTo(remembered) >= 0) {
            throw forgotten();
        }
        return interval.call(connection);
    }

    private StaunchException forgotten() {
        String resource = interval.entry().resource();
        return new StaunchException(
                resource + " remembers idempotency keys for " + remembered + ", and the " + interval.records()
                        + " records of checkpoint " + checkpoint()
                        + " have been tried for longer: a try without an answer may have"
                        + " taken effect, and its key be forgotten, so that another one might write them twice. Find out there whether"
                        + " it has them. Then start with drop(\""
                        + DroppedIntervals.consent(resource, checkpoint())
                        + "\"), which sets them aside in a file beside the checkpoints; or, if it has none of them, start once with a longer"
                        + " keysRememberedFor()",
                Remedy.FAIL_JOB);
    }
}
