package io.staunch.runtime.job;

import io.staunch.error.StaunchException;
import io.staunch.error.UserCodeException;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.runtime.sink.RefusedByOutside;
import io.staunch.runtime.task.OperatorFailure;
import io.staunch.sink.RefusedRecordException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends an execution: every agent is told to stop, clients are let go of, and what can be known of a failure is found out. Owned by the
 * coordinator.
 */
final class Halt {
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private final JobContext job;
    private final Running running;
    private final Phase phase;
    private final @Nullable Throwable error;
    private final long since;

    private Halt(JobContext job, Running running, Phase phase, @Nullable Throwable error) {
        this.job = job;
        this.running = running;
        this.phase = phase;
        this.error = error;
        this.since = job.environment().nanoTime();
        running.execution().stop();
    }

    /** Everything is settled; clients are closed when their agents have ended. */
    static Halt inOrder(JobContext job, Running running, Phase phase) {
        return new Halt(job, running, phase, null);
    }

    /** As a crash would: clients are closed at once, so that no agent waits for the outside. */
    static Halt abruptly(JobContext job, Running running, Phase phase) {
        var halt = new Halt(job, running, phase, null);
        halt.closeConnections();
        return halt;
    }

    static Halt afterFailure(JobContext job, Running running, Throwable error) {
        var halt = new Halt(job, running, Phase.FAILED, error);
        running.noteTimeout();
        halt.closeConnections();
        return halt;
    }

    /** Returns whether all agents have ended, or have been waited for long enough. */
    boolean step() {
        List<String> left = running.execution().running();
        if (!left.isEmpty() && job.environment().nanoTime() - since < LIMIT_NANOS) {
            running.execution().stop();
            return false;
        }
        if (!left.isEmpty()) {
            job.log()
                    .info(
                            -1,
                            "job '" + job.name() + "' goes on although " + left + " have not ended within "
                                    + LIMIT_NANOS / 1_000_000_000 + " s: a function or client there does not return");
        }
        closeConnections();
        return true;
    }

    private void closeConnections() {
        try {
            running.closeConnections();
        } catch (RuntimeException e) {
            job.log().warn(-1, "job '" + job.name() + "': its clients can't be closed", e);
        }
    }

    Phase phase() {
        return phase;
    }

    /** The failure with everything that is known of it, or null. */
    @Nullable
    Throwable failure(Refusals refusals) {
        if (!(error instanceof ExecutionFailed failed)) {
            return error;
        }
        Throwable cause = failed.getCause();
        if (cause instanceof OperatorFailure operator) {
            return userCode(operator, running.execution().describe(failed.origin()), refusals);
        }
        if (cause instanceof RefusedByOutside refused) {
            return refusals.learn(refused, running.execution(), running.restored());
        }
        if (cause instanceof StaunchException || cause instanceof Error) {
            return cause;
        }
        return new StaunchException(
                "'" + failed.subject() + "' of job '" + job.name() + "' has failed: " + cause,
                io.staunch.error.Remedy.RESTART_FROM_CHECKPOINT,
                cause);
    }

    private Throwable userCode(OperatorFailure operator, String place, Refusals refusals) {
        Throwable cause = operator.getCause();
        String where = place.isEmpty() ? "" : " at the record from " + place;
        if (cause instanceof StaunchException known) {
            return new StaunchException(
                    "'" + operator.operator() + "' of job '" + job.name() + "'" + where + ": " + known.getMessage()
                            + (known instanceof RefusedRecordException ? refusals.waysOut(operator.operator()) : ""),
                    known.remedy(),
                    known);
        }
        if (cause instanceof Error) {
            return new StaunchException(
                    "operator '" + operator.operator() + "' of job '" + job.name() + "' ended with " + cause + where,
                    io.staunch.error.Remedy.FAIL_JOB,
                    cause);
        }
        return new UserCodeException(
                "a function of operator '" + operator.operator() + "' of job '" + job.name() + "' threw "
                        + cause.getClass().getName() + where
                        + ". Mend the function, or filter such records out before it; nothing of this record was committed",
                cause);
    }
}
