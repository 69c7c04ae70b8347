package io.staunch.protocol.idempotent;

import io.staunch.ledger.Owner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides, inside a transaction that has locked the row that names a table's writer, whether the transaction may commit. An idempotent sink has no
 * ledger: it writes at any time, and a replay overwrites what was written. So all that must be kept out is an older process, whose values would
 * be older than what a checkpoint of its successor counts on.
 */
public enum WriterRow {
    /** The transaction may write and commit. */
    WRITE,
    /** A newer process writes: this one is stale and stops. */
    STALE,
    /** The table belongs to another history of the job, or to another copy of its store: the start is refused. */
    FOREIGN;

    /**
     * Of a start, which takes the row before its first write.
     *
     * @param replaces the lineage that this one was begun to replace, with consent; null if none
     * @param row whom it names, or null if nobody
     */
    public static WriterRow take(Owner me, @Nullable UUID replaces, @Nullable Owner row) {
        if (row == null || row.attempt().equals(me.attempt())) {
            return WRITE;
        }
        if (!row.lineage().equals(me.lineage())) {
            return row.lineage().equals(replaces) ? WRITE : FOREIGN;
        }
        if (row.epoch() == me.epoch()) {
            return FOREIGN;
        }
        return row.epoch() < me.epoch() ? WRITE : STALE;
    }

    /** Of a write: the row must name this attempt. */
    public static WriterRow write(Owner me, @Nullable Owner row) {
        return me.equals(row) ? WRITE : STALE;
    }
}
