package io.staunch.runtime.job;

import io.staunch.protocol.follower.LagBound;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.prepared.PreparedToken;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The followers of a job; there may be none. Owned by the coordinator. */
final class Followers {
    private final List<Follower> all = new ArrayList<>();
    private final LagBound bound;

    Followers(JobContext job, Session session, Beginning base, Execution execution) {
        this.bound = job.lagBound();
        for (Execution.Follower agents : execution.followers()) {
            all.add(
                    agents instanceof Execution.Preparing preparing
                            ? new PreparedFollower(job, session, base, preparing)
                            : new WriteAheadFollower(job, session, base, (Execution.Copying) agents));
        }
    }

    /**
     * A piece of a write-ahead copy has come. Whether records wait is decided before the writer of the copy hears that it may hand over another piece.
     *
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the store can't take it now: {@link #store} tries again
     */
    void copied(String sink, ByteBuffer chunk, int records, boolean checkpointPending) {
        WriteAheadFollower follower = (WriteAheadFollower) named(sink);
        follower.copied(chunk, records);
        holdRecords(checkpointPending);
        follower.store();
    }

    void transactionPrepared(String sink, PreparedToken token) {
        ((PreparedFollower) named(sink)).prepared(token);
    }

    /** Brings into the store what is not there. */
    void store() {
        all.forEach(Follower::store);
    }

    /** The barrier of the checkpoint being taken has come to a sink, which need not be a follower. */
    void prepared(String sink) {
        for (Follower follower : all) {
            if (follower.name().equals(sink)) {
                follower.prepared();
            }
        }
    }

    void failed(long checkpoint) {
        all.forEach(follower -> follower.failed(checkpoint));
    }

    Map<String, CopyEntry> copies() {
        Map<String, CopyEntry> copies = new HashMap<>();
        for (Follower follower : all) {
            CopyEntry copy = follower.copy();
            if (copy != null) {
                copies.put(follower.name(), copy);
            }
        }
        return copies;
    }

    Map<String, List<PreparedToken>> tokens() {
        return all.stream().collect(Collectors.toMap(Follower::name, Follower::tokens));
    }

    void durable(long checkpoint) {
        all.forEach(follower -> follower.durable(checkpoint));
    }

    void allowed(long checkpoint) {
        all.forEach(follower -> follower.allowed(checkpoint));
    }

    void committed(String sink, long checkpoint) {
        named(sink).committed(checkpoint);
    }

    void idle() {
        all.forEach(Follower::idle);
    }

    /** The newest checkpoint that the one furthest behind has; the given one without followers. */
    long committed(long otherwise) {
        return all.stream().mapToLong(Follower::committed).min().orElse(otherwise);
    }

    /** What each of those with a ledger holds. */
    List<Long> held() {
        return all.stream().filter(Follower::hasLedger).map(Follower::committed).toList();
    }

    /** Whether a checkpoint would say what none says yet: that something was written. */
    boolean unconfirmed() {
        return all.stream().anyMatch(Follower::unconfirmed);
    }

    /** Whether checkpoints wait. */
    boolean checkpointsWait() {
        return bound.checkpointsWait(checkpointsBehind(), waitingBytes());
    }

    /** Whether the next checkpoint should not wait for its time. */
    boolean intervalFull() {
        return bound.intervalFull(openBytes());
    }

    /** Lets records come or wait. */
    void holdRecords(boolean checkpointPending) {
        long waiting = waitingBytes();
        long open = openBytes();
        boolean transactionsWait = bound.transactionsWait(checkpointsBehind(), waiting, checkpointPending);
        for (Follower follower : all) {
            boolean barrierAhead = checkpointPending && !follower.metBarrier();
            boolean wait = bound.recordsWait(waiting, open, barrierAhead);
            follower.hold(wait || (transactionsWait && follower.writesInTransaction()));
        }
    }

    /** Of the one furthest behind. */
    private int checkpointsBehind() {
        int most = 0;
        for (Follower each : all) {
            most = Math.max(most, each.checkpointsBehind());
        }
        return most;
    }

    private long waitingBytes() {
        long sum = 0;
        for (Follower each : all) {
            sum += each.waitingBytes();
        }
        return sum;
    }

    private long openBytes() {
        long sum = 0;
        for (Follower each : all) {
            sum += each.openBytes();
        }
        return sum;
    }

    /** What is wrong outside, for the status. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        for (Follower each : all) {
            String trouble = each.trouble();
            if (!trouble.isEmpty()) {
                troubles.add(trouble);
            }
        }
        return troubles;
    }

    /** Who is being waited for, for the status. */
    List<String> writing() {
        return all.stream()
                .map(Follower::writing)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    void closeConnections() {
        all.forEach(Follower::closeConnection);
    }

    private Follower named(String sink) {
        return all.stream()
                .filter(follower -> follower.name().equals(sink))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no follower '" + sink + "'"));
    }
}
