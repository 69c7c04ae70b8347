package io.staunch.testkit.table;

import io.staunch.testkit.table.DatabaseException.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prepared transactions by id. They hold their rows until somebody finishes them, whoever that is. */
final class PreparedTransactions {
    private final Storage storage;
    private final int most;
    private final Map<String, TableTransaction> byId = new LinkedHashMap<>();

    PreparedTransactions(Storage storage, int most) {
        this.storage = storage;
        this.most = most;
    }

    void add(PreparedTransaction as, TableTransaction transaction) {
        if (byId.containsKey(as.id())) {
            throw new DatabaseException(Reason.PREPARED_EXISTS, as.id());
        }
        if (byId.size() >= most) {
            throw new DatabaseException(
                    Reason.TOO_MANY_PREPARED,
                    as.id() + ": at most " + most + " are kept, and there are " + byId.size());
        }
        transaction.prepare(as);
        byId.put(as.id(), transaction);
    }

    void commit(String id) {
        storage.commit(take(id));
    }

    void rollBack(String id) {
        storage.rollBack(take(id));
    }

    /** Rolls back what was prepared in a session that has ended. */
    void forget(Backend of) {
        byId.values().removeIf(transaction -> {
            if (transaction.backend() == of) {
                storage.rollBack(transaction);
                return true;
            }
            return false;
        });
    }

    /** In the order in which they were prepared. */
    List<PreparedTransaction> list() {
        return byId.values().stream()
                .map(transaction -> Objects.requireNonNull(transaction.prepared()))
                .toList();
    }

    private TableTransaction take(String id) {
        @Nullable TableTransaction found = byId.remove(id);
        if (found == null) {
            throw new DatabaseException(Reason.UNKNOWN_PREPARED, id);
        }
        return found;
    }
}
