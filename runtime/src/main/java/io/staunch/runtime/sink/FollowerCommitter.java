package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.ProtocolStep;
import java.util.concurrent.Callable;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Does the work of a follower that comes after checkpoints, one after the other. An error that passes costs the connection, and the call is tried
 * again with a new one, after a pause that grows up to {@value #LONGEST_PAUSE_MS} ms; any other one ends the execution. The agent's thread uses the connection;
 * any thread may close it.
 */
public final class FollowerCommitter<C extends AutoCloseable> implements Agent {
    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_MS = 5_000;
    private static final int DOUBLINGS = 10;

    private final String sink;
    private final String resource;
    private final Callable<C> connect;
    private final FollowerReports reports;
    private final Environment environment;
    private final SpscUnboundedArrayQueue<CommitWork<C>> works = new SpscUnboundedArrayQueue<>(16);
    private volatile @Nullable C connection;
    private volatile boolean stopped;
    private volatile @Nullable String trouble;
    private @Nullable CommitWork<C> work;
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
            C connection,
            Callable<C> connect,
            FollowerReports reports,
            Environment environment) {
        this.sink = sink;
        this.resource = resource;
        this.connection = connection;
        this.connect = connect;
        this.reports = reports;
        this.environment = environment;
    }

    /** Coordinator: it may be done, after what was given before. */
    public void commit(CommitWork<C> next) {
        works.offer(next);
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
        close(connection);
    }

    @Override
    public Step step() {
        if (stopped) {
            return close();
        }
        try {
            if (work == null) {
                work = works.poll();
                announced = false;
                if (work == null) {
                    return Step.IDLE;
                }
            }
            return call(work);
        } catch (Throwable e) {
            reports.failed(sink, -1, e);
            return close();
        }
    }

    private Step call(CommitWork<C> next) throws Exception {
        if (failures > 0 && environment.nanoTime() - pauseUntil < 0) {
            return Step.IDLE;
        }
        long checkpoint = next.checkpoint();
        boolean commits = checkpoint != CommitWork.NONE;
        if (commits && !announced) {
            announced = true;
            reports.step(ProtocolStep.FOLLOWER_COMMIT_SENT, checkpoint, resource, "");
            return Step.WORKED;
        }
        boolean done;
        try {
            C open = connection;
            if (open == null) {
                open = connect.call();
                connection = open;
            }
            done = next.call(open);
        } catch (StaunchException e) {
            if (e.remedy() != Remedy.RETRY || stopped) {
                throw e;
            }
            failed(e);
            return Step.WORKED;
        }
        failures = 0;
        trouble = null;
        if (!done) {
            return Step.WORKED;
        }
        work = null;
        if (!commits) {
            return Step.WORKED;
        }
        reports.step(ProtocolStep.FOLLOWER_COMMITTED, checkpoint, resource, "");
        reports.followerCommitted(sink, checkpoint);
        return Step.WORKED;
    }

    private void failed(StaunchException why) {
        trouble = String.valueOf(why.getMessage());
        C broken = connection;
        connection = null;
        close(broken);
        long pause = Math.min(LONGEST_PAUSE_MS * 1_000_000, FIRST_PAUSE_NANOS << Math.min(failures, DOUBLINGS));
        pauseUntil = environment.nanoTime() + pause + environment.random(pause / 2 + 1);
        failures++;
        announced = false;
    }

    private Step close() {
        C open = connection;
        connection = null;
        close(open);
        return Step.DONE;
    }

    private static void close(@Nullable AutoCloseable connection) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a connection throws when it is closed, which it must not: " + e, e);
        }
    }
}
