package io.staunch.runtime.job;

import io.staunch.environment.Agent;
import io.staunch.error.StaleOwnerException;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.observe.ProtocolStep;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Leads a job through its life: start up, run, halt, start up again or end. An agent of its own; what it owns is touched by its steps
 * alone. Users reach it through the queue of requests and interrupt its startup, the execution's agents reach it through its mailbox.
 */
final class Coordinator implements Agent {
    private final JobContext job;
    private final Runnable wake;
    private final MpscUnboundedArrayQueue<Event.Request> requests = new MpscUnboundedArrayQueue<>(16);
    private final Restarts restarts;
    private final Refusals refusals;

    private Stage stage = Stage.CLAIMING;
    private @Nullable Session session;
    private volatile @Nullable Startup startup;
    private @Nullable Running running;
    private @Nullable Halt halt;
    private Event.@Nullable Request asked;
    private long pauseUntil;

    Coordinator(JobContext job, Runnable wake) {
        this.job = job;
        this.wake = wake;
        this.restarts = new Restarts(job);
        this.refusals = new Refusals(job);
    }

    /** Any thread: what a user wants. A start that waits for the outside need not be waited for. */
    void ask(Event.Request request) {
        requests.offer(request);
        Startup starting = startup;
        if (starting != null) {
            starting.interrupt();
        }
        wake.run();
    }

    @Override
    public Step step() {
        if (stage == Stage.ENDED) {
            return Step.DONE;
        }
        try {
            takeRequests();
            return act() ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            failOrEnd(e);
            return Step.WORKED;
        }
    }

    /** Whatever goes wrong in failing ends the job: nobody else could. */
    private void failOrEnd(Throwable error) {
        try {
            fail(error);
        } catch (Throwable again) {
            error.addSuppressed(again);
            if (stage == Stage.RUNNING) {
                required(running).execution().stop();
            }
            end(Phase.FAILED, error);
        }
    }

    private boolean act() throws Exception {
        return switch (stage) {
            case CLAIMING -> claim();
            case STARTING -> start();
            case RUNNING -> run();
            case HALTING -> halt();
            case PAUSING -> pause();
            case ENDED -> false;
        };
    }

    private boolean claim() {
        Session before = session;
        session = new Session(job.store().claim(job.name(), job.attempt()), job.attempt());
        long epoch = session.claim().epoch();
        if (before != null) {
            session.follow(before);
        }
        job.log().epoch(epoch);
        job.board().epoch(epoch);
        job.log().step(ProtocolStep.EPOCH_CLAIMED, -1, job.name(), job.store().location());
        begin(session);
        return true;
    }

    private void begin(Session claimed) {
        startup = new Startup(job, claimed, refusals);
        move(Stage.STARTING);
    }

    private boolean start() throws Exception {
        Startup current = required(startup);
        job.board().waiting(current.waiting());
        if (current.step()) {
            Beginning base = current.base();
            Execution execution = new ExecutionBuilder(job, base, wake).build();
            running = new Running(job, required(session), base, execution, restarts, refusals);
            startup = null;
            move(Stage.RUNNING);
            restarts.running();
            required(running).start();
            job.board().waiting("");
            job.board().phase(Phase.RUNNING, null);
            if (asked != null) {
                required(running).end(asked);
            }
        }
        return true;
    }

    private boolean run() throws Exception {
        Running current = required(running);
        boolean worked = current.step();
        Phase ended = current.ended();
        if (ended != null) {
            halt = Halt.inOrder(job, current, ended);
            move(Stage.HALTING);
        }
        return worked;
    }

    private boolean halt() {
        Halt current = required(halt);
        if (!current.step()) {
            return false;
        }
        running = null;
        halt = null;
        Throwable failure = current.failure(refusals);
        if (failure == null) {
            end(current.phase(), null);
        } else {
            restartOrEnd(failure);
        }
        return true;
    }

    private boolean pause() {
        if (job.environment().nanoTime() - pauseUntil < 0) {
            return false;
        }
        job.board().phase(Phase.STARTING, null);
        Session current = required(session);
        if (current.broken()) {
            current.close();
            move(Stage.CLAIMING);
        } else {
            begin(current);
        }
        return true;
    }

    private void takeRequests() {
        for (Event.Request request = requests.poll(); request != null; request = requests.poll()) {
            asked = asked == null || request.compareTo(asked) > 0 ? request : asked;
            boolean endNow = request == Event.Request.CLOSE || stage != Stage.RUNNING;
            if (stage == Stage.RUNNING && !endNow) {
                required(running).end(request);
            } else if (stage == Stage.RUNNING) {
                halt = Halt.abruptly(job, required(running), Phase.STOPPED);
                move(Stage.HALTING);
            } else if (stage != Stage.HALTING && stage != Stage.ENDED) {
                end(Phase.STOPPED, null);
            }
        }
    }

    private void fail(Throwable error) {
        if (stage == Stage.RUNNING) {
            halt = Halt.afterFailure(job, required(running), error);
            move(Stage.HALTING);
        } else if (stage == Stage.HALTING) {
            end(Phase.FAILED, error);
        } else {
            restartOrEnd(error);
        }
    }

    private void restartOrEnd(Throwable failure) {
        Startup failed = startup;
        quietly(failed);
        startup = null;
        if (failed != null && failed.interrupted() && !(failure instanceof StaleOwnerException)) {
            end(Phase.STOPPED, null);
            return;
        }
        boolean orderly = failure instanceof NewlyRefused && asked != Event.Request.CLOSE;
        if (asked != null && !orderly && !(failure instanceof StaleOwnerException)) {
            end(asked == Event.Request.CLOSE ? Phase.STOPPED : Phase.FAILED, failure);
            return;
        }
        Restarts.Verdict verdict = session == null ? Restarts.Verdict.end(failure) : restarts.judge(failure);
        if (verdict.end()) {
            end(Phase.FAILED, verdict.failure());
            return;
        }
        warnOf(verdict);
        job.log()
                .tell(
                        ProtocolStep.RESTARTING,
                        job.name(),
                        String.valueOf(verdict.failure().getMessage()));
        pauseUntil = job.environment().nanoTime() + verdict.pauseNanos();
        job.board().phase(Phase.RESTARTING, verdict.failure());
        move(Stage.PAUSING);
    }

    /** In full the first time; a cause that comes again and again is told in one line each time. */
    private void warnOf(Restarts.Verdict verdict) {
        String restarts = "job '" + job.name() + "' restarts in " + verdict.pauseNanos() / 1_000_000
                + " ms from the checkpoint that its ledgers name";
        if (verdict.inARow() == 1) {
            job.log().warn(-1, restarts, verdict.failure());
        } else {
            job.log()
                    .warn(
                            -1,
                            restarts + ", for the " + verdict.inARow()
                                    + ". time in a row because of: " + verdict.failure()
                                    + " (in full where it was logged first)");
        }
    }

    private void end(Phase phase, @Nullable Throwable failure) {
        quietly(startup);
        startup = null;
        quietly(session);
        session = null;
        if (phase == Phase.FAILED && failure != null) {
            job.log().error("job '" + job.name() + "' has failed", failure);
        }
        stage = Stage.ENDED;
        job.log().tell(ProtocolStep.ENDED, job.name(), phase.name());
        job.board().phase(phase, phase == Phase.FAILED ? failure : null);
    }

    private void quietly(@Nullable AutoCloseable part) {
        if (part == null) {
            return;
        }
        try {
            part.close();
        } catch (Exception e) {
            job.log().warn(-1, "job '" + job.name() + "': a part of it can't be closed", e);
        }
    }

    private void move(Stage to) {
        stage = stage.to(to);
    }

    private static <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("a part of the coordinator is missing in this stage");
        }
        return part;
    }

    /** What the coordinator is at, as a table of moves. */
    private enum Stage {
        CLAIMING,
        STARTING,
        RUNNING,
        HALTING,
        PAUSING,
        ENDED;

        Stage to(Stage next) {
            boolean allowed = switch (this) {
                case CLAIMING -> next == STARTING || next == PAUSING || next == ENDED;
                case STARTING -> next == RUNNING || next == PAUSING || next == ENDED;
                case RUNNING -> next == HALTING;
                case HALTING -> next == PAUSING || next == ENDED;
                case PAUSING -> next == STARTING || next == CLAIMING || next == ENDED;
                case ENDED -> false;
            };
            if (!allowed) {
                throw new IllegalStateException("the coordinator can't go from " + this + " to " + next);
            }
            return next;
        }
    }
}
