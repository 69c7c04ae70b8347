package io.staunch.runtime.job;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.format.Manifest;

/** An outside with a ledger, as a start sees it: the lead, or a follower. Mechanism only. Used by the coordinator, which may block in it. */
interface Outside {
    /** Its identity in ledgers. */
    String resource();

    /** For people. */
    String description();

    LedgerView peek() throws Exception;

    void fence() throws Exception;

    /** The step that {@link #fence} is. */
    ProtocolStep fenced();

    LedgerView read() throws Exception;

    void own(Owner owner) throws Exception;

    /** Enters a first checkpoint, which is durable and has no output. */
    void enter(Manifest root) throws Exception;

    /** Any thread: a call that waits ends with an error. May be called again. */
    void close();
}
