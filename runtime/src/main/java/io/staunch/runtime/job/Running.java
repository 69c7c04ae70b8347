package io.staunch.runtime.job;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.checkpoint.CheckpointTrigger;
import io.staunch.protocol.checkpoint.Pace;
import io.staunch.protocol.format.Manifest;
import io.staunch.runtime.task.Command;
import io.staunch.sink.LeadConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job while records flow: starts checkpoints, takes acknowledgements, makes checkpoints durable, has them committed, and ends when it was
 * asked to or all input was read. Owned by the coordinator.
 */
final class Running {
    private static final int EVENTS_PER_STEP = 256;
    private static final long WORTH_TELLING_NANOS = 1_000_000_000L;

    /** A connection gives up by itself well before, and knows a better reason. */
    private static final int TIMEOUTS_TO_COMMIT = 3;

    private final JobContext job;
    private final Session session;
    private final Beginning base;
    private final Execution execution;
    private final Restarts restarts;
    private final Lead lead;
    private final Followers followers;
    private final Assembly assembly;
    private final Positions positions;
    private final boolean atMostOnce;
    private final Set<Integer> finished = new HashSet<>();

    private Pace pace;
    private long lastStart;
    private int failures;
    private @Nullable Phase ending;
    private @Nullable Phase ended;
    private long last = -1;
    private final GettingOn gettingOn = new GettingOn();
    private final long patienceNanos;
    private @Nullable Drain drain;
    private boolean closed;

    Running(
            JobContext job,
            Session session,
            Beginning base,
            Execution execution,
            Restarts restarts,
            Refusals refusals) {
        this.job = job;
        this.session = session;
        this.base = base;
        this.execution = execution;
        this.restarts = restarts;
        this.lead = new Lead(job, base, execution);
        this.followers = new Followers(job, session, base, execution);
        this.positions = new Positions(job.plan(), base.manifest(), execution);
        this.assembly = new Assembly(job, session, base, execution, positions, lead, followers, refusals);
        this.atMostOnce = job.plan().pipeline().guarantee() == Guarantee.AT_MOST_ONCE;
        this.pace = job.pace();
        this.patienceNanos = job.patienceNanos();
        this.lastStart = job.environment().nanoTime();
    }

    void start() {
        job.log().step(ProtocolStep.RESTORED, assembly.restored(), job.name(), "");
        job.board().checkpoints(assembly.restored(), assembly.restored(), 0);
        execution.start(job.name(), job.environment());
    }

    Execution execution() {
        return execution;
    }

    /** The checkpoint that was restored. */
    Manifest restored() {
        return base.manifest();
    }

    /** How the job has ended, or null if it has not. */
    @Nullable
    Phase ended() {
        return ended;
    }

    /** A user wants the job to end. */
    void end(Event.Request request) {
        if (ending == null) {
            ending = request == Event.Request.FINISH ? Phase.FINISHED : Phase.STOPPED;
            job.board().phase(Phase.STOPPING, null);
        }
    }

    /** The execution has failed: was that because the lead's transaction had been open too long? */
    void noteTimeout() {
        if (lead.present()) {
            restarts.leadFailed(lead.openNanos(), lead.deadlineNanos());
        }
    }

    /** A call that waits for an outside ends with an error. */
    void closeConnections() {
        LeadConnection<Object> connection = lead.connection();
        if (!closed) {
            closed = true;
            if (connection != null) {
                connection.close();
            }
            followers.closeConnections();
        }
    }

    /** One bounded step. Returns whether anything was done. */
    boolean step() throws Exception {
        boolean worked = false;
        for (int i = 0; i < EVENTS_PER_STEP; i++) {
            Event event = execution.mailbox().poll();
            if (event == null) {
                break;
            }
            worked = true;
            on(event);
        }
        worked |= expire();
        tellWaiting();
        worked |= trigger();
        followers.holdRecords(assembly.pending());
        return worked;
    }

    private void on(Event event) throws Exception {
        switch (event.kind()) {
            case CAPTURED -> captured((Event.Captured) event);
            case PREPARED -> prepared((Event.Prepared) event);
            case OPENED -> lead.opened(((Event.Opened) event).nanoTime());
            case COMMITTED -> {
                lead.committed(((Event.Committed) event).checkpoint());
                confirm(((Event.Committed) event).checkpoint());
            }
            case COPIED -> copied((Event.Copied) event);
            case TRANSACTION_PREPARED -> {
                Event.TransactionPrepared prepared = (Event.TransactionPrepared) event;
                followers.transactionPrepared(prepared.sink(), prepared.token());
            }
            case FOLLOWER_COMMITTED -> {
                Event.FollowerCommitted committed = (Event.FollowerCommitted) event;
                followers.committed(committed.sink(), committed.checkpoint());
                settle();
            }
            case DISCOVERED -> positions.add(((Event.Discovered) event).source(), ((Event.Discovered) event).splits());
            case FINISHED -> finished(((Event.Finished) event).task());
            case FAILED -> {
                Event.Failed failed = (Event.Failed) event;
                throw new ExecutionFailed(failed.subject(), failed.origin(), failed.why());
            }
        }
    }

    private void captured(Event.Captured event) {
        var captured = event.captured();
        if (drain != null) {
            drain.acknowledged(Participants.task(captured.task()));
        } else if (assembly.pendingId() == captured.checkpoint()) {
            try {
                assembly.captured(captured);
            } catch (StaunchException e) {
                retryOrThrow(e);
            }
        }
        advance();
    }

    private void prepared(Event.Prepared event) {
        if (drain != null) {
            drain.acknowledged(event.sink());
        } else if (assembly.pendingId() == event.checkpoint()) {
            assembly.prepared(event.sink());
        }
        advance();
    }

    /** A piece that the store can't take now is in memory, and tried again with the next checkpoint. */
    private void copied(Event.Copied event) {
        try {
            followers.copied(event.sink(), event.chunk(), event.records(), assembly.pending());
        } catch (StaunchException e) {
            if (assembly.pending() || e.remedy() != Remedy.RETRY) {
                retryOrThrow(e);
            }
        }
    }

    private void finished(int task) {
        finished.add(task);
        if (ending == null && finished.containsAll(execution.sourceTasks()) && !positions.undelivered()) {
            ending = Phase.FINISHED;
            job.board().phase(Phase.STOPPING, null);
        }
    }

    /** Makes the pending checkpoint durable once all have acknowledged it. */
    private void advance() {
        if (drain != null && drain.done()) {
            ended = ending;
            return;
        }
        if (!assembly.acknowledgedByAll()) {
            return;
        }
        long id = assembly.pendingId();
        job.log().step(ProtocolStep.ACKNOWLEDGED, id, job.name(), "");
        try {
            assembly.complete();
        } catch (StaunchException e) {
            retryOrThrow(e);
            return;
        }
        failures = 0;
        job.board().checkpoints(id, job.board().status().settled(), 0);
        job.log().step(ProtocolStep.DURABLE, id, job.name(), "");
        if (atMostOnce) {
            execution.send(new Command.Release(id));
        }
        if (lead.present()) {
            lead.durable(id, assembly.owner());
        } else {
            confirm(id);
        }
    }

    /** The lead has the checkpoint, or there is none: recovery needs nothing before it, and followers may write it. */
    private void confirm(long id) {
        assembly.confirmed(id);
        pace = pace.settled(job.environment().nanoTime() - lastStart);
        execution.scouts().forEach((source, scout) -> scout.settled(id, assembly.positions(source)));
        followers.allowed(id);
        settle();
    }

    private void settle() {
        for (long id = assembly.settle(); id >= 0; id = assembly.settle()) {
            settled(id);
        }
    }

    private void settled(long id) {
        job.log().step(ProtocolStep.SETTLED, id, job.name(), "");
        job.board().checkpoints(Math.max(id, job.board().status().durable()), id, failures);
        restarts.settled();
        if (id == last) {
            if (atMostOnce) {
                drain = new Drain(execution);
            } else {
                ended = ending;
            }
        }
    }

    private boolean trigger() {
        if (drain != null || ended != null || last >= 0) {
            return false;
        }
        long now = job.environment().nanoTime();
        var decision = CheckpointTrigger.decide(new CheckpointTrigger.Facts(
                now,
                lastStart,
                intervalNanos(),
                assembly.pending(),
                lead.committing(),
                ending != null || assembly.changed() || followers.unconfirmed(),
                ending != null && failures == 0,
                lead.openNanos(),
                lead.deadlineNanos(),
                job.timeoutNanos(),
                followers.checkpointsWait(),
                followers.intervalFull()));
        return switch (decision) {
            case WAIT -> false;
            case SKIP -> {
                lastStart = now;
                job.counters().checkpoints().nothingNew(now);
                followers.idle();
                yield true;
            }
            case START -> {
                lastStart = now;
                startCheckpoint(now);
                yield true;
            }
        };
    }

    private long intervalNanos() {
        return Pace.afterFailures(restarts.intervalNanos(pace.intervalNanos()), failures);
    }

    private void startCheckpoint(long now) {
        long id;
        try {
            id = session.takeId();
            followers.store();
        } catch (StaunchException e) {
            if (e.remedy() != Remedy.RETRY) {
                throw e;
            }
            failed(assembly.restored(), String.valueOf(e.getMessage()), e);
            return;
        }
        boolean isLast = ending != null;
        last = isLast ? id : -1;
        assembly.begin(id, now, Participants.of(execution, atMostOnce));
        positions.noted();
        job.log().step(ProtocolStep.CHECKPOINT_STARTED, id, job.name(), isLast ? "the last one" : "");
        execution.send(new Command.StartCheckpoint(id, assembly.durable(), isLast, ending == Phase.FINISHED));
    }

    /** Whether the checkpoint is the last one of a job that has read everything, and what has to be out before it still comes. */
    private boolean finishing(long now) {
        return last >= 0
                && ending == Phase.FINISHED
                && gettingOn.still(job.counters().done(), now, patienceNanos);
    }

    private boolean expire() {
        long now = job.environment().nanoTime();
        if (assembly.pending() && assembly.timedOut(now) && !finishing(now)) {
            failCheckpoint(
                    "it took longer than " + job.settings().checkpointTimeout() + "; still missing were "
                            + assembly.missing(),
                    null);
            return true;
        }
        if (lead.committingNanos() > TIMEOUTS_TO_COMMIT * job.timeoutNanos()) {
            throw new StaunchException(
                    "the commit of checkpoint " + job.board().status().durable() + " at " + lead.resource()
                            + " has not returned for " + TIMEOUTS_TO_COMMIT + " times the checkpointTimeout of "
                            + job.settings().checkpointTimeout()
                            + " and is given up: its connection hangs. The ledger tells"
                            + " whether it took effect; what was not committed is read again from the last checkpoint",
                    Remedy.RESTART_FROM_CHECKPOINT);
        }
        return false;
    }

    /** What checkpoints wait for, once it takes long enough to be of interest. */
    private void tellWaiting() {
        long now = job.environment().nanoTime();
        List<String> waiting = new ArrayList<>();
        if (now - lastStart > WORTH_TELLING_NANOS) {
            if (assembly.pending()) {
                waiting.add("checkpoint " + assembly.pendingId() + ": " + assembly.missing());
            } else if (lead.committing()) {
                waiting.add(lead.resource() + " (COMMIT)");
            } else if (last >= 0 || followers.checkpointsWait()) {
                waiting.addAll(followers.writing());
            }
        }
        waiting.addAll(followers.troubles());
        job.board().waiting(waiting);
    }

    /** An error of the store that passes leaves the job running: the checkpoint has failed, nothing else has. */
    private void retryOrThrow(StaunchException error) {
        if (error.remedy() != Remedy.RETRY) {
            throw error;
        }
        failCheckpoint(String.valueOf(error.getMessage()), error);
    }

    private void failCheckpoint(String why, @Nullable Throwable cause) {
        long id = assembly.pendingId();
        assembly.abandon();
        last = -1;
        execution.send(new Command.AbandonCheckpoint(id));
        lead.failed(id);
        followers.failed(id);
        failed(id, why, cause);
    }

    private void failed(long id, String why, @Nullable Throwable cause) {
        failures++;
        job.counters().checkpoints().failed();
        job.board()
                .checkpoints(
                        job.board().status().durable(), job.board().status().settled(), failures);
        job.log()
                .warn(
                        id,
                        "checkpoint " + id + " of job '" + job.name() + "' has failed: " + why
                                + ". The job goes on; nothing of it is committed before a later one completes",
                        cause);
        job.log().step(ProtocolStep.CHECKPOINT_FAILED, id, job.name(), why);
        if (failures > job.settings().toleratedFailures()) {
            throw new StaunchException(
                    failures + " checkpoints in a row have failed, more than the tolerated "
                            + job.settings().toleratedFailures() + "; the last one because " + why,
                    Remedy.RESTART_FROM_CHECKPOINT,
                    cause);
        }
    }
}
