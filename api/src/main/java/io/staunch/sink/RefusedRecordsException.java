package io.staunch.sink;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outside has refused records that were written by earlier calls, each for a reason that lies in the record (see {@link
 * RefusedRecordException}). All that are known are named. The connection, or its transaction, is of no use any more.
 */
public final class RefusedRecordsException extends StaunchException {
    private static final long serialVersionUID = 1L;

    /**
     * One of them.
     *
     * @param sink as given to {@link LeadConnection#write(int, Object, int, long)}; 0 for a {@link SinkConnection} or {@link TransactionConnection}
     * @param origin as given with the record
     * @param reason why, with what helps, and without the record's content
     */
    public record Refused(int sink, long origin, String reason) {}

    private final transient List<Refused> refused;

    /** @param refused at least one */
    public RefusedRecordsException(List<Refused> refused, @Nullable Throwable cause) {
        super(message(refused), Remedy.FAIL_JOB, cause);
        this.refused = List.copyOf(refused);
    }

    /** Which ones. */
    public List<Refused> refused() {
        return refused == null ? List.of() : refused;
    }

    private static String message(List<Refused> refused) {
        if (refused.isEmpty()) {
            throw new IllegalArgumentException("no record is named that was refused");
        }
        return (refused.size() == 1 ? "a record was" : refused.size() + " records were") + " refused: "
                + refused.get(0).reason();
    }
}
