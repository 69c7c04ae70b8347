package io.staunch.runtime.sink;

import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.prepared.Strays;
import io.staunch.sink.CommitConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Looks once for prepared transactions that nobody will ever commit, and rolls them back. When an execution has begun, everything of older attempts
 * that was needed is committed, so none of theirs is.
 */
public final class StraySweep implements CommitWork<CommitConnection> {
    private final Strays strays;
    private final PreparedNames names;
    private @Nullable Deque<PreparedToken> found;

    public StraySweep(Strays strays, PreparedNames names) {
        this.strays = strays;
        this.names = names;
    }

    @Override
    public long checkpoint() {
        return NONE;
    }

    @Override
    public boolean call(CommitConnection connection) throws Exception {
        Deque<PreparedToken> left = found;
        if (left == null) {
            left = new ArrayDeque<>(strays.among(names.tokens(connection.prepared()), token -> false));
            found = left;
        } else {
            connection.abort(names.name(left.element()));
            left.remove();
        }
        return left.isEmpty();
    }
}
