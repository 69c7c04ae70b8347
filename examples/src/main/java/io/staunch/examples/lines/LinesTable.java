package io.staunch.examples.lines;

import io.staunch.secret.Secret;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Adds lines to the table {@code lines} of a PostgreSQL, exactly once, in transactions that are prepared with the checkpoint. The database must keep
 * some: {@code max_prepared_transactions}.
 *
 * @param url of the database; with {@code connectTimeout} and {@code socketTimeout}, no call waits for ever
 */
public record LinesTable(String url, String user, Secret password) implements TwoPhaseCommitSink<String> {
    /** The table, one for the evidence, and the ledger with its identity: made once, by hand. */
    public static final String TABLES = """
            CREATE TABLE lines (number BIGSERIAL PRIMARY KEY, line TEXT NOT NULL);
            CREATE TABLE lines_evidence (token TEXT PRIMARY KEY, job TEXT NOT NULL, resource TEXT NOT NULL);
            CREATE TABLE lines_ledger (job TEXT, resource TEXT, fence BIGINT NOT NULL, attempt UUID, epoch BIGINT, lineage UUID,
                committed BIGINT, by_attempt UUID, by_epoch BIGINT, by_lineage UUID, PRIMARY KEY (job, resource));
            CREATE TABLE lines_identity (identity UUID NOT NULL);
            INSERT INTO lines_identity VALUES (gen_random_uuid())""";

    @Override
    public String description() {
        return "table lines";
    }

    @Override
    public String resource() {
        return "table lines";
    }

    /** PostgreSQL keeps what is prepared for as long as it takes. */
    @Override
    public Optional<Duration> preparedLimit() {
        return Optional.empty();
    }

    @Override
    public void check(String line) {
        if (line.indexOf(0) >= 0) {
            throw new RefusedRecordException("the line has a character 0, which PostgreSQL has no place for");
        }
    }

    private Connection database() throws SQLException {
        return DriverManager.getConnection(url, user, password.resolve("password"));
    }

    @Override
    public TransactionConnection<String> connect(TwoPhaseCommitContext context) throws Exception {
        return new LineWriter(database(), context.job(), context.resource());
    }

    @Override
    public CommitConnection connectCommits(TwoPhaseCommitContext context) throws Exception {
        return new LineCommits(LineCommits.tried("connect", this::database), context.job(), context.resource());
    }
}
