package io.staunch.sink;

import io.staunch.guarantee.Offer;
import java.time.Duration;
import java.util.Optional;

/**
 * Records are written as they come, into a transaction that is prepared at the barrier and committed after the checkpoint is durable, and after the
 * job's lead has committed it if there is one. For an outside whose prepared transactions outlive the process that made them: {@code PREPARE
 * TRANSACTION} of a database, files that are renamed, uploads in parts.
 *
 * <ul>
 *   <li>A {@link TransactionConnection} begins, writes and prepares; a {@link CommitConnection} commits, aborts, and says what there is. They are
 *       used by different threads at the same time, since a write may wait for a lock that only a commit lets go.
 *   <li>A prepared transaction has a name, its <i>token</i>, which the engine chooses and keeps in the checkpoint: letters, digits and underscores,
 *       at most 130 of them, never used twice by any job or sink.
 *   <li>After a fault the engine looks what is prepared, commits by name what belongs to durable checkpoints, whoever prepared it at whatever
 *       parallelism, and aborts what is left over: at the start, and again and again (after each commit, and each minute in which there is none), since a
 *       request to prepare may arrive late.
 *   <li>The transaction itself makes something visible that tells that it was committed: its <i>evidence</i>, for example a row that it inserts with
 *       its token, or a file whose name has it. So one that the outside has dropped is never taken for a committed one.
 *   <li>A checkpoint that fails loses nothing: what was prepared for it stays prepared, and is committed with the next one.
 * </ul>
 *
 * @param <T> the records
 */
public non-sealed interface TwoPhaseCommitSink<T> extends Sink<T> {
    @Override
    default Kind kind() {
        return Kind.TWO_PHASE_COMMIT;
    }

    /**
     * Stable identity of what is written to, without secrets, for example {@code files /data/out}. Together with the sink's name in the pipeline it
     * is the identity of the sink's output in checkpoints and ledgers: with another one it is another sink, which begins anew.
     */
    String resource();

    /**
     * How long the outside keeps a prepared transaction that nobody commits; empty if for as long as it takes. If a job is down for longer, its next
     * start finds out by the evidence that something was dropped, stops, and names it.
     */
    Optional<Duration> preparedLimit();

    @Override
    default Offer offer() {
        String how = "prepared with the checkpoint, committed after it by name";
        return preparedLimit()
                .map(limit -> Offer.atLeastOnce(
                        how + "; but the outside drops what has been prepared for " + limit
                                + ": if the job is down for longer its start stops and names what was dropped, and only reading the input again,"
                                + " which repeats output, brings it back",
                        "an outside that keeps prepared transactions for as long as it takes, or a write-ahead sink"))
                .orElseGet(() -> Offer.exactlyOnce(how));
    }

    /**
     * Called once for each record by a task on its worker, before it is handed over to be written: the last moment at which {@link
     * #onRefusedRecord} can be followed at once. Must not block.
     *
     * @throws RefusedRecordException if the outside would not take this record
     */
    default void check(T value) throws Exception {}

    /** Called on a thread that may block, once per execution: at a start, and at each restart. */
    TransactionConnection<T> connect(TwoPhaseCommitContext context) throws Exception;

    /**
     * Called on a thread that may block, once per start and again after each error of a {@link CommitConnection} that passes.
     *
     * @throws io.staunch.error.StaunchException as the calls of a {@link CommitConnection}: with {@code RETRY} if the outside is away, say, so that it is tried
     *     again for as long as it takes; any other exception ends the execution
     */
    CommitConnection connectCommits(TwoPhaseCommitContext context) throws Exception;
}
