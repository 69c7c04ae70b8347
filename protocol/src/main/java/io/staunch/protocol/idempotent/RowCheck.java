package io.staunch.protocol.idempotent;

import io.staunch.error.RefusedException;
import io.staunch.error.StaleOwnerException;
import io.staunch.ledger.Owner;
import io.staunch.sink.WriterCheck;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@link WriterRow} as connections ask it.
 *
 * @param job the job's name, for messages
 * @param sink the sink's name, for messages
 * @param me the attempt that writes
 * @param replaces the lineage that this attempt's was begun to replace, with consent; null if none
 */
public record RowCheck(
        String job, String sink, Owner me, @Nullable UUID replaces) implements WriterCheck {
    @Override
    public void take(@Nullable Owner row) {
        require(WriterRow.take(me, replaces, row), row);
    }

    @Override
    public void write(@Nullable Owner row) {
        require(WriterRow.write(me, row), row);
    }

    private void require(WriterRow decision, @Nullable Owner row) {
        switch (decision) {
            case WRITE -> {}
            case STALE ->
                throw new StaleOwnerException("sink '" + sink + "' of job '" + job + "', " + me
                        + ": the row that names the table's writer names "
                        + (row == null ? "nobody: somebody has removed it" : row)
                        + ". This process stops and does not restart; what it had not flushed is written by its successor, or after the next"
                        + " start.");
            case FOREIGN ->
                throw new RefusedException("sink '" + sink + "' of job '" + job + "', " + me
                        + ": the table is written by " + row
                        + ", which is of another history of the job, or has a copy of its folder. Start the job with that one's folder;"
                        + " or give it a table of its own; or remove the row that names the writer, by which what the table has is"
                        + " overwritten as far as the job writes the same keys.");
        }
    }
}
