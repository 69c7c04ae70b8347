package io.staunch.testkit.outside;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;

/** Rows and a commit ledger in one database, in the same transactions: the plainest implementation of what such a connector must do. */
record LedgeredTable<T>(AppendedRows<T> rows, TableLedger ledger) implements LedgerConnection<T> {
    @Override
    public LedgerView peek() throws Exception {
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
    public void apply(Interval<T> interval) throws Exception {
        ledger.enter(interval, session -> rows.append(interval));
    }

    @Override
    public void close() {
        rows.session().close();
    }
}
