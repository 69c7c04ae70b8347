package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.ProtocolStep;
import io.staunch.sink.WriteAheadConnection;
import java.util.concurrent.Callable;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes the intervals of a follower, one after the other. An error that passes costs the connection, and the interval is tried again with a new
 * one, after a pause that grows up to {@value #LONGEST_PAUSE_MS} ms; any other one ends the execution. The agent's thread uses the connection;
 * any thread may close it.
 */
public final class FollowerCommitter implements Agent {
    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_MS = 5_000;
    private static final int DOUBLINGS = 10;

    private final String sink;
    private final String resource;
    private final Callable<WriteAheadConnection<Object>> connect;
    private final FollowerReports reports;
    private final Environment environment;
    private final SpscUnboundedArrayQueue<CopiedInterval> intervals = new SpscUnboundedArrayQueue<>(16);
    private volatile @Nullable WriteAheadConnection<Object> connection;
    private volatile boolean stopped;
    private volatile @Nullable String trouble;
    private @Nullable CopiedInterval interval;
    private boolean announced;
    private int failures;
    private long pauseUntil;

    /**
     * @param connection made by the start
     * @param connect makes another one
     */
    public FollowerCommitter(
            String sink,
            String resource,
            WriteAheadConnection<Object> connection,
            Callable<WriteAheadConnection<Object>> connect,
            FollowerReports reports,
            Environment environment) {
        this.sink = sink;
        this.resource = resource;
        this.connection = connection;
        this.connect = connect;
        this.reports = reports;
        this.environment = environment;
    }

    /** Coordinator: the interval may be written. */
    public void commit(CopiedInterval next) {
        intervals.offer(next);
    }

    /** Any thread: why the last try has failed; null if it has not. */
    public @Nullable String trouble() {
        return trouble;
    }

    /** Any thread: the next step lets go of the connection and is the last. */
    public void stop() {
        stopped = true;
    }

    /** Any thread: a call that waits for the outside ends with an error. To be called after {@link #stop}. */
    public void letGo() {
        WriteAheadConnection<Object> open = connection;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public Step step() {
        if (stopped) {
            return close();
        }
        try {
            if (interval == null) {
                interval = intervals.poll();
                announced = false;
                if (interval == null) {
                    return Step.IDLE;
                }
            }
            return write(interval);
        } catch (Throwable e) {
            reports.failed(sink, -1, e);
            return close();
        }
    }

    private Step write(CopiedInterval next) throws Exception {
        if (failures > 0 && environment.nanoTime() - pauseUntil < 0) {
            return Step.IDLE;
        }
        long checkpoint = next.entry().committed();
        if (!announced) {
            announced = true;
            reports.step(ProtocolStep.FOLLOWER_COMMIT_SENT, checkpoint, resource, "");
            return Step.WORKED;
        }
        try {
            WriteAheadConnection<Object> open = connection;
            if (open == null) {
                open = connect.call();
                connection = open;
            }
            open.apply(next);
        } catch (StaunchException e) {
            if (e.remedy() != Remedy.RETRY || stopped) {
                throw e;
            }
            failed(e);
            return Step.WORKED;
        }
        interval = null;
        failures = 0;
        trouble = null;
        reports.step(ProtocolStep.FOLLOWER_COMMITTED, checkpoint, resource, "");
        reports.followerCommitted(sink, checkpoint);
        return Step.WORKED;
    }

    private void failed(StaunchException why) {
        trouble = String.valueOf(why.getMessage());
        WriteAheadConnection<Object> broken = connection;
        connection = null;
        if (broken != null) {
            broken.close();
        }
        long pause = Math.min(LONGEST_PAUSE_MS * 1_000_000, FIRST_PAUSE_NANOS << Math.min(failures, DOUBLINGS));
        pauseUntil = environment.nanoTime() + pause + environment.random(pause / 2 + 1);
        failures++;
        announced = false;
    }

    private Step close() {
        WriteAheadConnection<Object> open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
        return Step.DONE;
    }
}
