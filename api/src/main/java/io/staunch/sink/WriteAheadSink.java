package io.staunch.sink;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Records are kept in the checkpoint and written after it is durable, and after the job's lead has committed it if there is one: all of an
 * interval in one go. An outside that is away for a while holds up nothing else of the job; what is kept meanwhile is written when it is back.
 *
 * <p>What a repetition of a write does is for the sink to say, see {@link Protection}: whoever writes cannot always know whether the last write
 * took effect.
 *
 * @param <T> the records, which are kept as values in state are: by the engine's codecs and with their schema
 */
public non-sealed interface WriteAheadSink<T> extends Sink<T> {
    /** What keeps an interval that is written twice from counting twice. */
    enum Protection {
        /** The outside has a commit ledger, written in the transaction of the records: the connection is a {@link LedgerConnection}. */
        LEDGER,
        /**
         * The outside knows {@link Interval#key} or keys made from it, and takes each once. It has to remember them for longer than the job may be down:
         * what was written last comes again at the next start, also after an orderly end. See {@link #keysRememberedFor}.
         */
        IDEMPOTENCY_KEY,
        /** Nothing. */
        NONE
    }

    @Override
    default Kind kind() {
        return Kind.WRITE_AHEAD;
    }

    /** The class of the records, for keeping and restoring them. */
    Class<T> type();

    /**
     * Stable identity of what is written to, without secrets, for example {@code postgresql db.example:5432/shop table totals}. Together with the
     * sink's name in the pipeline it is the identity of the sink's output in checkpoints and ledgers: with another one it is another sink, which
     * begins anew.
     */
    String resource();

    Protection protection();

    /**
     * With {@link Protection#IDEMPOTENCY_KEY}: for how long the outside remembers a key since it was first used; empty if for as long as it takes, or if nobody
     * can say. What may have been written longer ago is not written again: a start is refused then, and names what to do about each interval; a job that
     * has tried one for so long stops. Say somewhat less than the outside does, since a request takes its time, up to the client's time-outs. It is held
     * against the wall clock of the machine.
     */
    default Optional<Duration> keysRememberedFor() {
        return Optional.empty();
    }

    @Override
    default Offer offer() {
        return switch (protection()) {
            case LEDGER ->
                Offer.exactlyOnce("written after the checkpoint, in one transaction with an entry in a commit ledger");
            case IDEMPOTENCY_KEY ->
                Offer.exactlyOnce(
                        "written after the checkpoint, and again after a fault and at each start: effectively once, for as long as the outside remembers"
                                + " each idempotency key"
                                + keysRememberedFor()
                                        .map(
                                                kept -> ", which is " + kept
                                                        + ": a start that comes later is refused, and names what may be there already")
                                        .orElse(""));
            case NONE ->
                Offer.atLeastOnce(
                        "written after the checkpoint, and again after a fault, without anything that tells a repetition",
                        "a commit ledger in the transaction of the records (protection LEDGER), or an idempotency key that the outside knows"
                                + " (protection IDEMPOTENCY_KEY)");
        };
    }

    /** What the sink itself says can be held against an outage, without asking the outside. */
    @Override
    default List<Finding> look(LookContext context) {
        Optional<Duration> kept = keysRememberedFor();
        if (protection() != Protection.IDEMPOTENCY_KEY
                || kept.isEmpty()
                || kept.get().compareTo(context.outage()) > 0) {
            return List.of();
        }
        return List.of(Finding.failed(
                "the outside remembers idempotency keys for " + kept.get() + ", which is not longer than "
                        + context.outage()
                        + ", for which the job may be down: the start after that is refused, since what was written last may be"
                        + " written twice",
                "see to it that the job is started again sooner, and look with an outage of that; or take an outside that remembers keys for longer, or"
                        + " one with a commit ledger (protection LEDGER)"));
    }

    /**
     * Called once for each record by a task on its worker, before the record is kept: the last moment at which {@link #onRefusedRecord} can be
     * followed. Must not block.
     *
     * @throws RefusedRecordException if the outside would not take this record
     */
    default void check(T value) throws Exception {}

    /**
     * Called on a thread that may block, once per start and again after each error of {@link WriteAheadConnection#apply}.
     *
     * @return a {@link LedgerConnection} if the protection is {@link Protection#LEDGER}
     * @throws io.staunch.error.StaunchException as {@link WriteAheadConnection#apply}: with {@code RETRY} if the outside is away, say, so that it is tried again
     *     for as long as it takes; any other exception ends the execution
     */
    WriteAheadConnection<T> connect(WriteAheadContext context) throws Exception;
}
