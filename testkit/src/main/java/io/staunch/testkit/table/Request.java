package io.staunch.testkit.table;

import org.jspecify.annotations.Nullable;

/** What a session asks of its backend. It may have to wait for others in the middle, and keeps its place while it does. */
interface Request {
    /** Where it stands towards transactions. */
    enum Place {
        /** A transaction of its own. */
        ALONE,
        /** One of several of a transaction. */
        INSIDE,
        /** The end of a transaction, also if it fails. */
        END
    }

    Place place();

    /**
     * Goes on as far as it can.
     *
     * @return the transaction that holds a row that it needs, or null if it is done
     * @throws DatabaseException if it is refused; the transaction then has failed
     */
    @Nullable
    TableTransaction goOn(Backend backend);
}
