package io.staunch.protocol.walk.prepared;

import io.staunch.ledger.LedgerEntry;
import io.staunch.protocol.lead.LeadState;
import io.staunch.protocol.prepared.PreparedRecovery.Plan;
import io.staunch.protocol.prepared.PreparedState;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.walk.Output;
import io.staunch.protocol.walk.prepared.Store.Stored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A process.
 *
 * @param number of its claim, which is its epoch
 * @param parallelism how many tasks each sink has
 * @param phase the step it takes next
 * @param fences what it left in the ledger row of each sink
 * @param recovery null unless it starts
 * @param run null unless it runs
 */
record Process(
        int number,
        int parallelism,
        Phase phase,
        List<Integer> fences,
        @Nullable Recovery recovery,
        @Nullable Run run) {
    static final Process NONE = new Process(0, 0, Phase.ENDED, List.of(), null, null);

    /** What it does next. */
    enum Phase {
        FENCE,
        READ,
        LIST,
        EVIDENCE,
        ROLL_BACK,
        SETTLE,
        ENTER,
        RUN,
        ENDED
    }

    /**
     * A start that was decided.
     *
     * @param restored the checkpoint to restore
     * @param lacking the checkpoints that each sink lacks, oldest first
     * @param held the entry of each sink's row
     * @param sink the one that is being settled
     * @param pending what it had prepared when it was looked at
     * @param plan null until it is decided
     * @param at how many of its steps, or of the lacking checkpoints, are done
     */
    record Recovery(
            Stored restored,
            List<List<Long>> lacking,
            List<LedgerEntry> held,
            int sink,
            Set<PreparedToken> pending,
            @Nullable Plan plan,
            int at) {
        Recovery saw(Set<PreparedToken> now) {
            return new Recovery(restored, lacking, held, sink, now, null, 0);
        }

        Recovery with(Plan decided) {
            return new Recovery(restored, lacking, held, sink, Set.of(), decided, 0);
        }

        Recovery next() {
            return new Recovery(restored, lacking, held, sink, pending, plan, at + 1);
        }

        Recovery holds(LedgerEntry entry) {
            return new Recovery(restored, lacking, replaced(held, sink, entry), sink, pending, plan, at + 1);
        }

        Recovery nextSink() {
            return new Recovery(restored, lacking, held, sink + 1, Set.of(), null, 0);
        }
    }

    /**
     * What a running process knows.
     *
     * @param position how many records it has read
     * @param captured the position of its newest durable checkpoint
     * @param previous the id of that checkpoint
     * @param firstId the first checkpoint id of this run
     * @param lead null without a lead
     * @param sinks by sink
     * @param held the entry of each sink's row
     * @param open what the transaction of each task of each sink holds
     * @param copies the write-ahead copies of what is prepared and not durable
     * @param taking the checkpoint being taken, or -1
     * @param prepared how many of the open transactions have been prepared for it
     */
    record Run(
            int position,
            int captured,
            long previous,
            int firstId,
            @Nullable LeadState lead,
            List<PreparedState> sinks,
            List<LedgerEntry> held,
            List<Integer> open,
            Map<PreparedToken, Integer> copies,
            int taking,
            int prepared) {
        Run wrote(List<Integer> now) {
            return new Run(position + 1, captured, previous, firstId, lead, sinks, held, now, copies, taking, prepared);
        }

        Run takes(int checkpoint) {
            return new Run(position, captured, previous, firstId, lead, sinks, held, open, copies, checkpoint, 0);
        }

        /** The next of the open transactions is not open any more. */
        Run prepared(int sink, PreparedToken token) {
            Map<PreparedToken, Integer> more = new HashMap<>(copies);
            more.put(token, open.get(prepared));
            List<Integer> rest = replaced(open, prepared, Output.NONE);
            return with(sink, sinks.get(sink).prepared(token)).preparedNext(rest, Map.copyOf(more));
        }

        /** Nothing is to be prepared for the next of the tasks. */
        Run preparedNothing() {
            return preparedNext(open, copies);
        }

        private Run preparedNext(List<Integer> rest, Map<PreparedToken, Integer> more) {
            return new Run(position, captured, previous, firstId, lead, sinks, held, rest, more, taking, prepared + 1);
        }

        Run durable(long checkpoint, @Nullable LeadState leads, List<PreparedState> now) {
            return new Run(position, position, checkpoint, firstId, leads, now, held, open, Map.of(), -1, 0);
        }

        Run with(@Nullable LeadState leads, List<PreparedState> now) {
            return new Run(position, captured, previous, firstId, leads, now, held, open, copies, taking, prepared);
        }

        Run with(int sink, PreparedState state) {
            return with(lead, replaced(sinks, sink, state));
        }

        Run holds(int sink, LedgerEntry entry) {
            List<LedgerEntry> now = replaced(held, sink, entry);
            return new Run(position, captured, previous, firstId, lead, sinks, now, open, copies, taking, prepared);
        }
    }

    static Process claims(int number, int parallelism) {
        return new Process(number, parallelism, Phase.FENCE, List.of(), null, null);
    }

    Process fenced(List<Integer> numbers) {
        return new Process(number, parallelism, Phase.READ, numbers, null, null);
    }

    Process to(Phase next, Recovery now) {
        return new Process(number, parallelism, next, fences, now, null);
    }

    Process with(Run now) {
        return new Process(number, parallelism, Phase.RUN, fences, null, now);
    }

    /** An error of a client: nothing is known any more but who it is. */
    Process failed() {
        return claims(number, parallelism);
    }

    static <T> List<T> replaced(List<T> list, int at, T value) {
        List<T> changed = new ArrayList<>(list);
        changed.set(at, value);
        return Collections.unmodifiableList(changed);
    }
}
