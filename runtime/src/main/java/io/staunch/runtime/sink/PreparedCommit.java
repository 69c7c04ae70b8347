package io.staunch.runtime.sink;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.prepared.Fate;
import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.prepared.Settle;
import io.staunch.sink.CommitConnection;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** The prepared transactions of a checkpoint, committed one after the other, and then the entry in the ledger. */
public final class PreparedCommit implements CommitWork<CommitConnection> {
    private final Deque<PreparedToken> tokens;
    private final PreparedNames names;
    private final RowWrite write;

    public PreparedCommit(Collection<PreparedToken> tokens, PreparedNames names, RowWrite write) {
        this.tokens = new ArrayDeque<>(tokens);
        this.names = names;
        this.write = write;
    }

    @Override
    public long checkpoint() {
        return write.entry().committed();
    }

    @Override
    public boolean call(CommitConnection connection) throws Exception {
        PreparedToken token = tokens.peek();
        if (token == null) {
            connection.enter(write);
            return true;
        }
        String name = names.name(token);
        if (!commit(connection, name)) {
            requireCommitted(token, connection.committed(List.of(name)).contains(name));
        }
        tokens.remove();
        return false;
    }

    private static boolean commit(CommitConnection connection, String name) throws Exception {
        try {
            return connection.commit(name);
        } catch (StaunchException e) {
            throw told(e, name);
        }
    }

    /** Of an error of the outside that never passes: with what its reader can do about it. */
    public static StaunchException told(StaunchException e, String name) {
        if (e.getClass() != StaunchException.class || e.remedy() != Remedy.FAIL_JOB) {
            return e;
        }
        String said = String.valueOf(e.getMessage());
        return new StaunchException(
                said + (said.endsWith(".") ? "" : ".")
                        + " Nothing is lost: transaction " + name
                        + " stays prepared; once the outside lets it be committed, start again. If it never will, roll"
                        + " it back there by hand, which loses its records at this sink, and consent to that with"
                        + " drop(\"" + name + "\")",
                Remedy.FAIL_JOB,
                e);
    }

    /** It is not prepared any more: after an answer that was lost it is committed. */
    private void requireCommitted(PreparedToken token, boolean evidence) {
        Settle settle = Settle.of(Fate.of(false, true, evidence), false);
        if (settle == Settle.REPORT) {
            throw new StaunchException(
                    "the prepared transaction " + names.name(token) + " of checkpoint " + checkpoint() + " at "
                            + write.entry().resource()
                            + " is neither prepared nor committed when it is to be committed."
                            + " The job restarts, and finds out whether it still owns it and what is lost",
                    Remedy.RESTART_FROM_CHECKPOINT);
        }
    }
}
