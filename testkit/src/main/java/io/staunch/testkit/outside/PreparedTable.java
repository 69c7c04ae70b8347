package io.staunch.testkit.outside;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.testkit.table.DatabaseException;
import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.DatabaseSession;
import io.staunch.testkit.table.PreparedTransaction;
import io.staunch.testkit.table.TableKind;
import io.staunch.testkit.table.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The prepared transactions of a database, and a commit ledger there. Evidence is removed of what this connection has committed, once that is entered. */
final class PreparedTable<T> implements CommitConnection {
    private final AppendedRows<T> rows;
    private final TableLedger ledger;
    private final String evidence;
    private final boolean locks;
    private final List<String> evident = new ArrayList<>();

    /**
     * @param evidence the table in which each transaction adds a row with its name
     * @param locks whether there is a table with a row for each key
     */
    PreparedTable(AppendedRows<T> rows, TableLedger ledger, String evidence, boolean locks) {
        this.rows = rows;
        this.ledger = ledger;
        this.evidence = evidence;
        this.locks = locks;
    }

    /** A table for each job and resource, so that it is emptied without looking for others' rows. */
    static String evidence(String ledgerKey) {
        return "evidence of " + ledgerKey;
    }

    @Override
    public LedgerView peek() throws Exception {
        rows.call(session -> {
            session.createIfMissing(evidence, TableKind.KEYED);
            if (locks) {
                session.createIfMissing(PreparedRows.locks(rows.table()), TableKind.KEYED);
            }
            return true;
        });
        return ledger.peek();
    }

    @Override
    public long fence() throws Exception {
        return ledger.fence();
    }

    @Override
    public LedgerView read() throws Exception {
        return ledger.read();
    }

    @Override
    public void own(Owner owner, FenceCheck fence) throws Exception {
        ledger.own(owner, fence);
    }

    @Override
    public Collection<String> prepared() throws Exception {
        return rows.call(session ->
                session.prepared().stream().map(PreparedTransaction::id).toList());
    }

    @Override
    public Collection<String> committed(Collection<String> tokens) throws Exception {
        return rows.call(session -> {
            List<String> found = new ArrayList<>();
            for (String token : tokens) {
                if (session.read(evidence, token).isPresent()) {
                    found.add(token);
                }
            }
            return found;
        });
    }

    @Override
    public boolean commit(String token) throws Exception {
        boolean there = finish(session -> session.commitPrepared(token));
        if (there) {
            evident.add(token);
        }
        return there;
    }

    @Override
    public void abort(String token) throws Exception {
        finish(session -> session.rollbackPrepared(token));
    }

    private boolean finish(Consumer<DatabaseSession> how) throws Exception {
        return rows.call(session -> {
            try {
                how.accept(session);
                return true;
            } catch (DatabaseException e) {
                if (e.reason() == Reason.UNKNOWN_PREPARED) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public void enter(LedgerWrite write) throws Exception {
        ledger.enter(write, session -> {
            for (String token : evident) {
                session.write(Write.delete(evidence, token));
            }
        });
        evident.clear();
    }

    @Override
    public void close() {
        rows.session().close();
    }
}
