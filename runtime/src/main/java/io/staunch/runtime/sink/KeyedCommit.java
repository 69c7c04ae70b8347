package io.staunch.runtime.sink;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.follower.DroppedIntervals;
import io.staunch.sink.WriteAheadConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A write-ahead copy on its way to an outside that remembers a key for some time only. A try whose answer was lost may have taken effect; so no record is
 * given out when its key may be forgotten. Handed over by the coordinator; from then on used by the committer's thread only.
 */
public final class KeyedCommit implements CommitWork<WriteAheadConnection<Object>> {
    private final CopiedInterval interval;
    private final Duration remembered;
    private final Environment environment;
    private @Nullable Moment first;

    /** By both clocks: the monotonic one stands still while its machine is suspended, and the other one may be set. */
    private record Moment(long nanos, long ms) {
        static Moment now(Environment environment) {
            return new Moment(environment.nanoTime(), environment.currentTimeMs());
        }

        /** The longer of the two. */
        Duration until(Moment later) {
            Duration monotonic = Duration.ofNanos(later.nanos - nanos);
            Duration byTheWall = Duration.ofMillis(later.ms - ms);
            return monotonic.compareTo(byTheWall) > 0 ? monotonic : byTheWall;
        }
    }

    private static final class Forgotten extends StaunchException {
        private static final long serialVersionUID = 1L;

        Forgotten(String message) {
            super(message, Remedy.FAIL_JOB);
        }
    }

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
        Moment since = first == null ? Moment.now(environment) : first;
        first = since;
        return call(connection, interval, () -> requireRemembered(since));
    }

    /**
     * Writes an interval of which some may be written already: by an earlier try, or by whoever has replaced a process that stood still in its first one.
     *
     * @param look throws if a key that was used then may be forgotten by now; looked at before the call, and before each record
     */
    public static boolean call(WriteAheadConnection<Object> connection, CopiedInterval interval, Runnable look)
            throws Exception {
        if (interval.records() > 0) {
            look.run();
        }
        return interval.call(connection, look);
    }

    private void requireRemembered(Moment since) {
        if (since.until(Moment.now(environment)).compareTo(remembered) >= 0) {
            throw forgotten();
        }
    }

    private StaunchException forgotten() {
        String resource = interval.entry().resource();
        return new Forgotten(
                resource + " remembers idempotency keys for " + remembered + ", and the " + interval.records()
                        + " records of checkpoint " + checkpoint()
                        + " have been tried for longer: a try without an answer may have"
                        + " taken effect, and its key be forgotten, so that another one might write them twice. Find out there whether"
                        + " it has them. Then start with drop(\""
                        + DroppedIntervals.consent(resource, checkpoint())
                        + "\"), which sets them aside in a file beside the checkpoints; or, if it has none of them, start once with a longer"
                        + " keysRememberedFor()");
    }
}
