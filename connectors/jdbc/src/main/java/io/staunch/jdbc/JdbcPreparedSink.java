package io.staunch.jdbc;

import io.staunch.function.MapFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Inserts records as they come, into transactions that are prepared with the checkpoint ({@code PREPARE TRANSACTION}, {@code XA PREPARE}) and committed by
 * name after it. For MariaDB, and PostgreSQL with {@code max_prepared_transactions}. Made by {@link JdbcSink#prepared}. Immutable, but for what a start tells it of the
 * table's columns.
 *
 * @param <T> the records
 */
public final class JdbcPreparedSink<T> implements TwoPhaseCommitSink<T> {
    private static final long serialVersionUID = 1L;

    private final TableOptions<T> options;
    private final boolean alteredOnlyWhenStopped;
    /** The table as the newest start has found it; written by the thread that starts, read by workers. */
    private transient volatile @Nullable TableFit<T> fit;

    JdbcPreparedSink(TableOptions<T> options, boolean alteredOnlyWhenStopped) {
        this.options = options;
        this.alteredOnlyWhenStopped = alteredOnlyWhenStopped;
    }

    private JdbcPreparedSink<T> with(TableOptions<T> other) {
        return new JdbcPreparedSink<>(other, alteredOnlyWhenStopped);
    }

    /**
     * For MariaDB, where the sink is not exactly-once unless this is said: nobody alters the table but when the job has stopped in order. An {@code ALTER
     * TABLE} that copies the table there loses the rows of what is prepared, and nothing tells it. In PostgreSQL {@code ALTER TABLE} waits, whether this is
     * said or not.
     */
    public JdbcPreparedSink<T> alteredOnlyWhenStopped() {
        return new JdbcPreparedSink<>(options, true);
    }

    /** A component of the record class goes to this column. */
    public JdbcPreparedSink<T> rename(String component, String column) {
        return with(options.with(options.columns().rename(component, column)));
    }

    /** A component of the record class goes to no column. */
    public JdbcPreparedSink<T> leaveOut(String component) {
        return with(options.with(options.columns().leaveOut(component)));
    }

    /** A column gets what a function makes of the record; for what is no component, and for classes that are no records. */
    public <V> JdbcPreparedSink<T> column(String name, Class<V> type, MapFunction<T, V> value) {
        return with(options.with(options.columns().column(name, type, value)));
    }

    /** The name of the ledger's table: {@code staunch_ledger} by default, in the schema of the connection. */
    public JdbcPreparedSink<T> ledger(String table) {
        return with(options.ledger(table));
    }

    /** The job may make the ledger, and the table of evidence beside it, if they are not there. */
    public JdbcPreparedSink<T> createLedger() {
        return with(options.withCreation());
    }

    /** Records that the table does not take are passed over and counted. */
    public JdbcPreparedSink<T> skipRefusedRecords() {
        return with(options.with(OnRefusedRecord.SKIP));
    }

    /** Records that the table does not take go to a side output. */
    public JdbcPreparedSink<T> refusedRecordsTo(SideOutput<RefusedRecord<T>> output) {
        return with(options.with(OnRefusedRecord.give(output)));
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public String resource() {
        return options.resource();
    }

    /** Both databases keep what is prepared for as long as it takes. */
    @Override
    public Optional<Duration> preparedLimit() {
        return Optional.empty();
    }

    @Override
    public Offer offer() {
        Offer prepared = TwoPhaseCommitSink.super.offer();
        return options.offer(isOfMaria() ? ofMaria(prepared.reason()) : prepared);
    }

    private boolean isOfMaria() {
        return Dialect.of(options.database().url()).orElse(null) == Dialect.MARIADB;
    }

    private Offer ofMaria(String how) {
        return alteredOnlyWhenStopped
                ? Offer.exactlyOnce(how + "; as long as nobody alters the table but when the job has stopped in order")
                : Offer.atMostOnce(
                        how
                                + "; but an ALTER TABLE of MariaDB that copies the table loses the rows of what is prepared, and nothing tells it",
                        "JdbcSink.writeAhead(...), which has no such limit; or alteredOnlyWhenStopped(), if nobody alters the table but when"
                                + " the job has stopped in order");
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return options.onRefused();
    }

    @Override
    public List<String> problems() {
        List<String> problems = options.problems();
        Dialect.of(options.database().url())
                .filter(dialect -> !dialect.keepsPrepared())
                .ifPresent(dialect -> problems.add(
                        "JdbcSink.prepared needs prepared transactions that outlive their connection and are"
                                + " committed by name through another one: PostgreSQL and MariaDB have them, "
                                + dialect.title()
                                + " has not. For " + options.database().place() + " take JdbcSink.writeAhead(...)"));
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        return DatabaseLook.ofSink(options, List.of(), true);
    }

    @Override
    public void check(T value) throws Exception {
        TableFit<T> known = fit;
        if (known != null) {
            known.check(value);
        }
    }

    @Override
    public TransactionConnection<T> connect(TwoPhaseCommitContext context) throws Exception {
        return PreparedWriter.open(options, context.environment(), new LedgerKey(context.job(), context.resource()));
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) {
        return new PreparedCommits<>(options, context, found -> fit = found);
    }

    @Override
    public String toString() {
        return "JdbcSink.prepared to " + description();
    }
}
