package io.staunch.testkit.simulation.oracle;

import io.staunch.observe.JobStatus;
import io.staunch.observe.ProtocolEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Watches the protocol events of all attempts of one job, in the order in which they happened, for steps that may not follow each other.
 * Each broken rule is named by the number of the invariant in the design's list, or by a name where it has none.
 */
public final class ProtocolInvariants {
    private static final int KEPT = 10;
    private static final long NONE = -1;

    private final Map<Long, Attempt> attempts = new TreeMap<>();
    private final Set<Long> roots = new HashSet<>();
    private final Set<Long> epochs = new HashSet<>();
    private final Set<Long> durable = new HashSet<>();
    private final List<String> broken = new ArrayList<>();
    private final Map<String, Long> newestFenced = new HashMap<>();
    private final Set<Long> shown = new HashSet<>();
    private long newestEpoch;
    private long newestCommitted = NONE;
    private long newestWritten = NONE;
    private long newestSettled = NONE;

    /** What was broken, in order; empty if nothing was. */
    public List<String> broken() {
        return broken;
    }

    /** The next event of any process. */
    public void see(ProtocolEvent event) {
        Attempt attempt = attempts.computeIfAbsent(event.epoch(), e -> new Attempt());
        switch (event.step()) {
            case EPOCH_CLAIMED -> claimed(event);
            case LEAD_FENCED -> {
                attempt.lead = true;
                fenced(event, attempt);
            }
            case FOLLOWER_FENCED -> {
                attempt.followers.put(event.subject(), -1L);
                fenced(event, attempt);
            }
            case LEDGER_READ ->
                require(
                        attempt.fenced.contains(event.subject()),
                        "fence before read: the ledger was read before it was fenced",
                        event);
            case RECOVERY_DECIDED -> attempt.decided = true;
            case OWNER_RECORDED ->
                require(attempt.decided, "decide before own: the owner was recorded before it was decided", event);
            case ROOT_DURABLE -> rootDurable(event, attempt);
            case ROOT_COMMITTED -> attempt.committedRoots.add(event.checkpoint());
            case RESTORED -> restored(event, attempt);
            case TRANSACTION_OPENED -> opened(event, attempt);
            case SINK_PREPARED -> prepared(event, attempt);
            case DURABLE -> madeDurable(event, attempt);
            case COMMIT_SENT -> sent(event, attempt);
            case COMMITTED -> committed(event, attempt);
            case FOLLOWER_COMMIT_SENT -> followerSent(event, attempt);
            case FOLLOWER_COMMITTED -> followerCommitted(event, attempt);
            case SETTLED -> settled(event, attempt);
            case RESTARTING -> attempt.restart();
            case LEDGER_PEEKED,
                    FOLLOWER_CAUGHT_UP,
                    CHECKPOINT_STARTED,
                    BARRIER_SENT,
                    BARRIER_ALIGNED,
                    STATE_CAPTURED,
                    ACKNOWLEDGED,
                    CHECKPOINT_FAILED,
                    ENDED -> {}
        }
    }

    private void claimed(ProtocolEvent event) {
        require(epochs.add(event.epoch()), "epochs once: it was claimed before, by this or another process", event);
        newestEpoch = Math.max(newestEpoch, event.epoch());
    }

    /** What a job shows to anybody who asks, at any time. */
    public void see(String process, JobStatus status) {
        boolean known = status.settled() == NONE || shown.contains(status.settled());
        if (!known && broken.size() < KEPT) {
            broken.add("I9: " + process + " shows checkpoint " + status.settled()
                    + " as settled, which no attempt has settled or restored; at " + status);
        }
    }

    /** An attempt that was replaced meanwhile may restore what it has decided before; it gets no further. */
    private void restored(ProtocolEvent event, Attempt attempt) {
        attempt.restored = true;
        shown.add(event.checkpoint());
        boolean newest = event.epoch() == newestEpoch;
        require(
                !newest || event.checkpoint() >= newestCommitted,
                "I2: an older checkpoint is restored than " + newestCommitted + ", which is committed",
                event);
        require(
                !newest || event.checkpoint() >= newestWritten,
                "I2: an older checkpoint is restored than " + newestWritten + ", which a follower has written",
                event);
        require(
                !newest || event.checkpoint() >= newestSettled,
                "I7: an older checkpoint is restored than " + newestSettled + ", which is settled",
                event);
    }

    private void fenced(ProtocolEvent event, Attempt attempt) {
        attempt.fenced.add(event.subject());
        newestFenced.merge(event.subject(), event.epoch(), Math::max);
    }

    private void rootDurable(ProtocolEvent event, Attempt attempt) {
        roots.add(event.checkpoint());
        require(
                !attempt.committedRoots.contains(event.checkpoint()),
                "I1: the root was committed before it was durable",
                event);
        once(event);
        attempt.durable = event.checkpoint();
    }

    private void prepared(ProtocolEvent event, Attempt attempt) {
        attempt.prepared.put(event.subject(), event.checkpoint());
    }

    private void opened(ProtocolEvent event, Attempt attempt) {
        long sealed = attempt.prepared.getOrDefault(event.subject(), -1L);
        require(
                sealed <= attempt.durable,
                "open after durable: a transaction was opened while what is sealed for " + sealed + " was not durable",
                event);
    }

    private void madeDurable(ProtocolEvent event, Attempt attempt) {
        require(
                attempt.restored,
                "restore before durable: a checkpoint is durable before the attempt has restored",
                event);
        require(
                event.checkpoint() > attempt.durable,
                "ids grow: checkpoint " + attempt.durable + " was durable before",
                event);
        once(event);
        attempt.durable = event.checkpoint();
    }

    private void once(ProtocolEvent event) {
        require(
                durable.add(event.checkpoint()),
                "ids once: the id was durable before, in this or another attempt",
                event);
    }

    private void sent(ProtocolEvent event, Attempt attempt) {
        require(
                attempt.durable == event.checkpoint(),
                "I1: a commit is sent and the newest durable one is " + attempt.durable,
                event);
        attempt.sent(event, newestFenced);
    }

    private void followerSent(ProtocolEvent event, Attempt attempt) {
        require(
                event.checkpoint() <= attempt.durable,
                "I1: a follower writes, and the newest durable one is " + attempt.durable,
                event);
        require(
                !attempt.lead || event.checkpoint() <= attempt.committed,
                "lead before follower: a follower writes, and the lead has committed " + attempt.committed,
                event);
        attempt.sent(event, newestFenced);
    }

    private void followerCommitted(ProtocolEvent event, Attempt attempt) {
        long before = attempt.followers.getOrDefault(event.subject(), -1L);
        require(event.checkpoint() > before, "I2: a follower has written " + before + " before", event);
        require(
                !attempt.sentAfterFence.contains(event.subject()),
                "I5: a follower has written, though a newer start had fenced it before that was sent",
                event);
        if (attempt.followers.containsKey(event.subject())) {
            attempt.followers.put(event.subject(), event.checkpoint());
        }
        newestWritten = Math.max(newestWritten, event.checkpoint());
    }

    private void committed(ProtocolEvent event, Attempt attempt) {
        require(
                attempt.durable >= event.checkpoint(),
                "I1: committed, and the newest durable one is " + attempt.durable,
                event);
        require(event.checkpoint() > attempt.committed, "I2: " + attempt.committed + " was committed before", event);
        require(
                !attempt.sentAfterFence.contains(event.subject()),
                "I5: committed, though a newer start had fenced it before that was sent",
                event);
        attempt.committed = event.checkpoint();
        newestCommitted = Math.max(newestCommitted, event.checkpoint());
    }

    private void settled(ProtocolEvent event, Attempt attempt) {
        boolean known = attempt.lead ? attempt.committed >= event.checkpoint() : attempt.durable >= event.checkpoint();
        known &= attempt.followers.values().stream().allMatch(committed -> committed >= event.checkpoint());
        require(known || roots.contains(event.checkpoint()), "I9: settled before its ledger has it", event);
        shown.add(event.checkpoint());
        newestSettled = Math.max(newestSettled, event.checkpoint());
    }

    private void require(boolean kept, String rule, ProtocolEvent event) {
        if (!kept && broken.size() < KEPT) {
            broken.add(rule + "; at " + event);
        }
    }

    /** What one epoch has done so far. */
    private static final class Attempt {
        private final Map<String, Long> prepared = new HashMap<>();
        private final Set<String> fenced = new HashSet<>();
        private final Set<String> sentAfterFence = new HashSet<>();
        private final Map<String, Long> followers = new HashMap<>();
        private boolean lead;
        private boolean decided;
        private boolean restored;
        private final Set<Long> committedRoots = new HashSet<>();
        private long durable = -1;
        private long committed = -1;

        void sent(ProtocolEvent event, Map<String, Long> newestFenced) {
            if (newestFenced.getOrDefault(event.subject(), 0L) > event.epoch()) {
                sentAfterFence.add(event.subject());
            } else {
                sentAfterFence.remove(event.subject());
            }
        }

        void restart() {
            fenced.clear();
            sentAfterFence.clear();
            followers.clear();
            lead = false;
            decided = false;
            restored = false;
            committedRoots.clear();
            prepared.clear();
        }
    }
}
