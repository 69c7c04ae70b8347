package io.staunch.sink;

import java.util.Collection;

/**
 * Commits and aborts prepared transactions by name, whoever prepared them, and keeps the commit ledger of the sink. Mechanism, and no decision. One
 * thread makes all calls, which may block within the client's timeouts; only {@link #close} may come from another one.
 *
 * <p>All calls may be repeated. An answer that was lost is a {@link io.staunch.error.StaunchException} with {@code RETRY}, as is everything else
 * that passes (the outside is away, a time-out, a lock that is held): the connection is closed, and the same is asked of a new one after a pause that
 * grows, for as long as it takes. With {@code FAIL_JOB} if it will never succeed: the job stops. Any other exception ends the execution, and the job
 * restarts by its policy. At a start every error counts as a failed start.
 *
 * <p>The ledger's row says up to which checkpoint <i>everything</i> is committed: it is entered after the last commit of a checkpoint, in a
 * transaction of its own. It is not a part of the prepared transactions, which would have to wait for each other at it.
 */
public interface CommitConnection extends CommitLedger, AutoCloseable {
    /**
     * The tokens of what is prepared and neither committed nor aborted. Names of other sinks, jobs and programs may be among them: the engine knows
     * its own.
     */
    Collection<String> prepared() throws Exception;

    /**
     * Those of the given tokens that were committed, by the evidence. Nothing need be found any more of a checkpoint that the ledger's row has
     * passed.
     */
    Collection<String> committed(Collection<String> tokens) throws Exception;

    /**
     * Commits a prepared transaction. From then on all of it is seen, and its evidence is there. Transactions are committed in the order in which
     * their records came.
     *
     * @return false if nothing is prepared under this name, so that nothing was done: it was committed before, aborted, or dropped by the outside
     */
    boolean commit(String token) throws Exception;

    /** Rolls back a prepared transaction. Nothing happens if nothing is prepared under this name. */
    void abort(String token) throws Exception;

    /**
     * Everything of a checkpoint is committed. One transaction: lock the ledger's row; ask {@link LedgerWrite#decide}; if it says so, write {@link
     * LedgerWrite#entry} into the row; commit. A transaction that ends later than its caller's patience must either keep its lock until then or
     * have no effect. In the same transaction, or once the entry is there, evidence may be removed of all that was committed for this job and resource
     * before the row was locked; never of what was committed after it, and none if {@code decide} throws: the process that has taken over asks for it.
     */
    void enter(LedgerWrite write) throws Exception;

    /**
     * Lets go of everything. May be called again; nothing happens then. Also called by another thread than that of a call under way, which should
     * then end soon with an error.
     */
    @Override
    void close();
}
