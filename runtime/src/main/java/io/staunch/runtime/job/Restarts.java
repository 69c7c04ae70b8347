package io.staunch.runtime.job;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.lead.Timeouts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides whether and when a job restarts after a failure. Owned by the coordinator. */
final class Restarts {
    /**
     * What follows from a failure.
     *
     * @param end whether the job ends with it
     * @param failure what the job ends or restarts with
     * @param pauseNanos how long to wait before the restart
     * @param inARow how often this failure has come since a checkpoint last settled, each time after the same one; 1 for a new one
     */
    record Verdict(boolean end, Throwable failure, long pauseNanos, int inARow) {
        static Verdict end(Throwable failure) {
            return new Verdict(true, failure, 0, 1);
        }
    }

    /** A start that has never worked is tried again this often: it may well be a mistake. */
    private static final int FIRST_START = 3;

    private final JobContext job;
    private int inARow;
    private boolean hasRun;
    private final SameCause sameCause = new SameCause();
    private Timeouts timeouts = Timeouts.NONE;

    Restarts(JobContext job) {
        this.job = job;
    }

    /** An attempt runs: settings and the outside are not wrong altogether. */
    void running() {
        hasRun = true;
    }

    /** A checkpoint has settled: whatever was wrong is over. */
    void settled() {
        inARow = 0;
        sameCause.over();
        timeouts = timeouts.committed();
    }

    /** The lead has failed while its transaction had been open for some time. */
    void leadFailed(long openNanos, long deadlineNanos) {
        timeouts = timeouts.failed(openNanos, deadlineNanos);
    }

    /** The interval between checkpoints now: shorter than planned after transactions that were aborted because they were open too long. */
    long intervalNanos(long planned) {
        return timeouts.intervalNanos(planned);
    }

    Verdict judge(Throwable failure) {
        if ((failure instanceof StaunchException e && e.remedy() == Remedy.FAIL_JOB) || failure instanceof Error) {
            return Verdict.end(failure);
        }
        if (failure instanceof NewlyRefused) {
            // The next attempt gets further: no matter of patience.
            return new Verdict(false, failure, 0, 1);
        }
        if (timeouts.tooMany()) {
            return Verdict.end(new StaunchException(
                    "job '" + job.name() + "': " + timeouts.inARow()
                            + " transactions in a row were open longer than the outside allows, so that it aborted them."
                            + " Nothing is lost: the job can be started again. Take checkpoints more often, raise the transaction"
                            + " timeout, or find out what keeps checkpoints from completing",
                    Remedy.FAIL_JOB,
                    failure));
        }
        int attempts = job.settings().restart().attempts();
        if (inARow >= (hasRun ? attempts : Math.min(attempts, FIRST_START))) {
            return Verdict.end(exhausted(failure));
        }
        long pause = pauseNanos(inARow);
        inARow++;
        return new Verdict(false, failure, pause, sameCause.count(failure));
    }

    private Throwable exhausted(Throwable failure) {
        if (inARow == 0) {
            return failure;
        }
        return new StaunchException(
                failure.getMessage() + " (given up after " + inARow
                        + " restarts without a settled checkpoint between them)",
                Remedy.FAIL_JOB,
                failure);
    }

    private long pauseNanos(int restart) {
        Duration first = job.settings().restart().pause();
        Duration longest = job.settings().restart().longestPause();
        long pause = Math.min(longest.toNanos(), first.toNanos() << Math.min(restart, 30));
        pause = pause < 0 ? longest.toNanos() : pause;
        return pause + (pause > 1 ? job.environment().random(pause / 2 + 1) : 0);
    }

    /** For tests of the policy: how many restarts in a row there were. */
    @Nullable
    Timeouts timeouts() {
        return timeouts;
    }
}
