package io.staunch.jdbc;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.PreparedTransactions.Room;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.TwoPhaseCommitContext;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits and rolls back by name, and keeps the ledger. One thread at a time, but for {@link #close}. */
final class PreparedCommits<T> implements CommitConnection {
    private static final Logger LOG = LoggerFactory.getLogger(PreparedCommits.class);

    /** What is done to a prepared transaction. */
    @FunctionalInterface
    private interface End {
        boolean of(java.sql.Connection connection, String token) throws SQLException;
    }

    private final TableOptions<T> options;
    private final TwoPhaseCommitContext context;
    private final Consumer<TableFit<T>> onFit;
    private final LedgerKey key;
    private final Ledger ledger;
    private final Evidence evidence;
    private final PreparedTransactions transactions;
    private final Session session;
    private boolean probed;

    /**
     * Connects to nothing yet.
     *
     * @param onFit gets the table's columns as the first look has found them
     */
    PreparedCommits(TableOptions<T> options, TwoPhaseCommitContext context, Consumer<TableFit<T>> onFit) {
        this.options = options;
        this.context = context;
        this.onFit = onFit;
        key = new LedgerKey(context.job(), context.resource());
        ledger = options.commitLedger();
        evidence = Evidence.beside(ledger);
        transactions = PreparedTransactions.with(evidence);
        session = options.session(context.environment(), Remedy.RETRY);
    }

    /** The first one holds the table against the records and tries out whether the database keeps what is prepared. */
    @Override
    public LedgerView peek() throws Exception {
        String place = options.database().place();
        if (!probed) {
            onFit.accept(session.inTransaction(
                    "the look at the table", connection -> TableLook.at(connection, options, List.of())));
        }
        LedgerView view = new LedgerStart(session, ledger, key, place)
                .peek(
                        connection -> evidence.requireThereOrMake(connection, place),
                        context.environment().newId());
        if (!probed) {
            Optional<Room> room = new PreparedProbe(
                            session,
                            evidence,
                            key,
                            options.database(),
                            context.environment().newId())
                    .run();
            probed = true;
            room.ifPresent(there -> LOG.info(
                    "{} keeps {} prepared transactions for all its clients, {} of them are taken. Each checkpoint that is not"
                            + " committed yet takes one (sinkLag)",
                    place,
                    there.most(),
                    there.taken()));
        }
        return view;
    }

    /** Ends the open transactions of older processes, too. */
    @Override
    public long fence() throws Exception {
        return session.inTransaction("fencing older processes", connection -> {
            long fence = ledger.fence(connection, key);
            WriterSessions.end(ledger.dialect(), connection, key);
            return fence;
        });
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

    /** Probes that were left over are rolled back here, too, since this is asked for again and again: they would hold back vacuum until a next start. */
    @Override
    public Collection<String> prepared() throws Exception {
        List<String> names = session.inTransaction("the look for prepared transactions", transactions::names);
        if (names.stream().anyMatch(name -> name.startsWith(PreparedProbe.beginning(key)))) {
            PreparedProbe.rollBackOlder(session, transactions, key, options.database());
        }
        return names;
    }

    @Override
    public Collection<String> committed(Collection<String> tokens) throws Exception {
        return session.inTransaction(
                "the look for committed transactions", connection -> evidence.among(connection, tokens));
    }

    @Override
    public boolean commit(String token) throws Exception {
        return end("committing " + token, token, transactions::commit);
    }

    @Override
    public void abort(String token) throws Exception {
        end("rolling back " + token, token, transactions::rollBack);
    }

    private boolean end(String act, String token, End how) throws Exception {
        return session.outsideTransaction(act, connection -> {
            try {
                return how.of(connection, token);
            } catch (SQLException e) {
                throw transactions.busy(e) ? busy(act, e) : e;
            }
        });
    }

    private StaunchException busy(String act, SQLException error) {
        return new StaunchException(
                options.description() + ": " + act + " has to wait, since another session has the same transaction: "
                        + error.getMessage() + ". It is tried again",
                Remedy.RETRY,
                error);
    }

    @Override
    public void enter(LedgerWrite write) throws Exception {
        session.inTransaction("entering checkpoint " + write.entry().committed() + " in the ledger", connection -> {
            Ledger.Row row = ledger.lock(connection, key);
            if (write.decide(row.fence(), row.entry())) {
                ledger.enter(connection, key, write.entry());
                evidence.clear(connection, key);
            }
            return row;
        });
    }

    @Override
    public void close() {
        session.close();
    }
}
