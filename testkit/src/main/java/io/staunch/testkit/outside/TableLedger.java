package io.staunch.testkit.outside;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitLedger;
import io.staunch.sink.LedgerWrite;
import io.staunch.testkit.table.CommittedChange;
import io.staunch.testkit.table.DatabaseException;
import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.DatabaseSession;
import io.staunch.testkit.table.TableKind;
import io.staunch.testkit.table.Write;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of a commit ledger in the simulated database.
 *
 * @param rows whose session it uses
 * @param key of the row
 */
record TableLedger(AppendedRows<?> rows, String key) implements CommitLedger {
    /** The table with the rows of all. */
    static final String LEDGER = "ledger";

    /** A row of the ledger. */
    private record Row(
            long fence, @Nullable Owner owner, @Nullable LedgerEntry entry) {
        static final Row NEW = new Row(0, null, null);

        Row fenced() {
            return new Row(fence + 1, owner, entry);
        }

        Row owned(Owner by) {
            return new Row(fence, by, entry);
        }

        Row entered(LedgerEntry next) {
            return new Row(fence, owner, next);
        }
    }

    /** What else is done in a transaction that makes an entry. */
    @FunctionalInterface
    interface Besides {
        void in(DatabaseSession session) throws Exception;
    }

    /** The entry in a row as somebody sees it who reads {@link #LEDGER}; empty if there is none yet. */
    static Optional<LedgerEntry> entryOf(CommittedChange change) {
        return change.row() instanceof Row row ? Optional.ofNullable(row.entry()) : Optional.empty();
    }

    @Override
    public LedgerView peek() throws Exception {
        return rows.call(session -> {
            rows.create();
            String identity = session.createIfMissing(LEDGER, TableKind.KEYED);
            if (session.read(LEDGER, key).isEmpty()) {
                insert(session);
            }
            return view(session, identity);
        });
    }

    private void insert(DatabaseSession session) {
        try {
            session.write(Write.insert(LEDGER, key, Row.NEW));
        } catch (DatabaseException e) {
            if (e.reason() != Reason.DUPLICATE_KEY) {
                throw e;
            }
        }
    }

    @Override
    public long fence() throws Exception {
        return rows.call(session -> {
            session.begin();
            Row fenced = locked(session).fenced();
            session.write(Write.update(LEDGER, key, fenced));
            session.commit();
            return fenced.fence();
        });
    }

    @Override
    public LedgerView read() throws Exception {
        return rows.call(session -> view(session, session.tableId(LEDGER).orElseThrow()));
    }

    @Override
    public void own(Owner owner, FenceCheck fence) throws Exception {
        rows.call(session -> {
            session.begin();
            Row row = locked(session);
            fence.check(row.fence());
            session.write(Write.update(LEDGER, key, row.owned(owner)));
            session.commit();
            return row;
        });
    }

    /** One transaction: asks whether it may, does what is to be done besides, makes the entry. */
    void enter(LedgerWrite write, Besides besides) throws Exception {
        rows.call(session -> {
            session.begin();
            Row row = locked(session);
            if (write.decide(row.fence(), row.entry())) {
                besides.in(session);
                session.write(Write.update(LEDGER, key, row.entered(write.entry())));
                session.commit();
            } else {
                session.rollback();
            }
            return row;
        });
    }

    private LedgerView view(DatabaseSession session, String identity) {
        Row row = (Row) session.read(LEDGER, key).orElseThrow();
        return new LedgerView(identity, row.owner(), row.entry());
    }

    private Row locked(DatabaseSession session) {
        return (Row) session.lock(LEDGER, key).orElseThrow();
    }
}
