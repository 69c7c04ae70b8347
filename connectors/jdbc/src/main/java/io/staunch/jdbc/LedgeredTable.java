package io.staunch.jdbc;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.RowBatch.Row;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.Interval;
import io.staunch.sink.LedgerConnection;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.WriteAheadContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Inserts intervals together with their entry in the ledger. An interval is first written as fast as it can be; only if the database refuses a record
 * of it, once more in steps that find which one. One thread at a time, but for {@link #close}.
 */
final class LedgeredTable<T> implements LedgerConnection<T> {
    private static final Logger LOG = LoggerFactory.getLogger(LedgeredTable.class);

    private final TableOptions<T> options;
    private final @Nullable SetAside setAside;
    private final WriteAheadContext context;
    private final LedgerKey key;
    private final Ledger ledger;
    private final Session session;
    private @Nullable TableFit<T> fit;

    /** Connects to nothing yet. */
    LedgeredTable(TableOptions<T> options, @Nullable String setAside, WriteAheadContext context) {
        this.options = options;
        this.context = context;
        this.setAside = setAside == null
                ? null
                : new SetAside(TableName.checked(setAside), options.database().dialect(), options.createLedger());
        key = new LedgerKey(context.job(), context.resource());
        ledger = options.commitLedger();
        session = options.session(context.environment(), Remedy.RETRY);
    }

    /** The columns that are written, as the table has them now. */
    TableFit<T> fit() throws Exception {
        TableFit<T> found = fit;
        if (found == null) {
            found = session.inTransaction(
                    "the look at the table", connection -> TableLook.at(connection, options, List.of()));
            fit = found;
        }
        return found;
    }

    @Override
    public LedgerView peek() throws Exception {
        return new LedgerStart(session, ledger, key, options.database().place())
                .peek(this::requireSetAside, context.environment().newId());
    }

    private void requireSetAside(Connection connection) throws SQLException {
        if (setAside == null) {
            return;
        }
        String place = options.database().place();
        if (!setAside.thereOrMade(connection)) {
            throw new RefusedException("there is no table " + setAside.name().sql(setAside.dialect()) + " in " + place
                    + " to set records aside in. Let the job make it: createLedger(); or make it by hand:\n"
                    + setAside.ddl() + ";");
        }
        TableLook.requireKept(connection, setAside.dialect(), setAside.name(), place);
    }

    @Override
    public long fence() throws Exception {
        return session.inTransaction("fencing older processes", connection -> ledger.fence(connection, key));
    }

    @Override
    public LedgerView read() throws Exception {
        return session.inTransaction("reading the ledger", connection -> ledger.view(connection, key));
    }

    @Override
    public void own(Owner owner, FenceCheck fence) throws Exception {
        session.inTransaction("recording the owner", connection -> {
            fence.check(ledger.lock(connection, key).fence());
            ledger.own(connection, key, owner);
            return owner;
        });
    }

    @Override
    public void apply(Interval<T> interval) throws Exception {
        Optional<SQLException> refusal = attempt(interval, false);
        if (refusal.isPresent()) {
            attempt(interval, true).ifPresent(again -> {
                throw session.fault("writing checkpoint " + interval.entry().committed(), again);
            });
        }
    }

    /** Empty if it was written; or why records were refused. */
    private Optional<SQLException> attempt(Interval<T> interval, boolean carefully) throws Exception {
        String act = "writing checkpoint " + interval.entry().committed();
        try {
            session.raw(connection -> {
                Ledger.Row row = ledger.lock(connection, key);
                if (interval.decide(row.fence(), row.entry())) {
                    write(connection, interval, carefully);
                    ledger.enter(connection, key, interval.entry());
                }
                return row;
            });
        } catch (SQLException e) {
            if (SqlFaults.kind(e) == SqlFaults.Kind.DATA) {
                return Optional.of(e);
            }
            throw session.fault(act, e);
        }
        return Optional.empty();
    }

    private void write(Connection connection, Interval<T> interval, boolean carefully) throws Exception {
        TableFit<T> columns = fit();
        var batch = new RowBatch(columns.insert(), columns);
        RowBatch.OnRefused onRefused = (within, row, reason) -> refused(within, interval, row, reason);
        List<Row> rows = new ArrayList<>();
        long number = 0;
        for (T each : interval) {
            rows.add(new Row(columns.values(each), ++number));
            if (rows.size() == RowBatch.ROWS) {
                write(connection, batch, rows, carefully, onRefused);
                rows.clear();
            }
        }
        write(connection, batch, rows, carefully, onRefused);
    }

    private static void write(
            Connection connection, RowBatch batch, List<Row> rows, boolean carefully, RowBatch.OnRefused onRefused)
            throws SQLException {
        if (carefully && !rows.isEmpty()) {
            batch.writeCarefully(connection, rows, onRefused);
        } else {
            batch.write(connection, rows);
        }
    }

    /** What is passed over is told before it is committed: if the answer to that is lost, nobody knows any more what it was. */
    private void refused(Connection connection, Interval<T> interval, Row row, String reason) throws SQLException {
        long checkpoint = interval.entry().committed();
        String which = "record " + row.id() + " of " + interval.records() + " of checkpoint " + checkpoint
                + ", which the database refuses: " + reason + ",";
        if (setAside != null) {
            setAside.add(connection, key, checkpoint, row, java.util.Objects.requireNonNull(fit), reason);
        } else if (options.onRefused() instanceof OnRefusedRecord.Skip) {
            LOG.warn("{}: {} is passed over", options.description(), which);
        } else {
            throw new StaunchException(
                    options.description() + ": " + which
                            + " stops the job. Mend the table and start again, or let such records go to another"
                            + " table: setAside(\"" + options.table() + "_refused\")",
                    Remedy.FAIL_JOB);
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
