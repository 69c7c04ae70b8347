package io.staunch.sink;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.time.Duration;

/**
 * Mechanism, and no decision, of the job's lead: transactions in {@link RereadSink#SLOTS} slots and a commit ledger that is written in
 * the same transactions. The engine calls {@link #peek}, {@link #fence}, {@link #read} and {@link #own} in that order from one thread;
 * afterwards one thread calls {@link #begin}, {@link #write} and {@link #flush} of the slot that is being written, while another one may
 * call {@link #commit} of the other slot.
 *
 * @param <R> encoded records
 */
public interface LeadConnection<R> extends AutoCloseable {
    /** Stable identity of the resource, for example {@code kafka:<cluster id>}. */
    String resource();

    /** How long a transaction may stay open before the outside aborts it. */
    Duration deadline();

    /** A look at the ledger that disturbs nobody. It may be out of date: only good for refusing a start. Creates the ledger if it was never there. */
    LedgerView peek() throws Exception;

    /**
     * Makes new clients and fences every older one, in all slots: what they left open is aborted, and they can commit nothing any more.
     * May be called again after an error; slots are then as new.
     */
    void fence() throws Exception;

    /** The ledger, read to its end after {@link #fence}: nothing an older client does can change it any more. */
    LedgerView read() throws Exception;

    /** Records the owner in a transaction of its own. Success proves that nobody has fenced since {@link #fence}. */
    void own(Owner owner) throws Exception;

    /** Opens the transaction of a slot. */
    void begin(int slot) throws Exception;

    /**
     * Writes a record into the slot's open transaction; it may be on its way when the call returns.
     *
     * @throws RefusedRecordException if the outside does not take this record; the transaction can go on
     */
    void write(int slot, R record) throws Exception;

    /**
     * The same, for a connection that may hear only later that a record was refused, and which one.
     *
     * @param sink number of its sink in {@link LeadContext#sinks}, to be given back in a {@link RefusedRecordsException}
     * @param origin to be given back likewise
     * @throws RefusedRecordsException from here or from {@link #flush} if records of earlier calls were refused
     */
    default void write(int slot, R record, int sink, long origin) throws Exception {
        write(slot, record);
    }

    /** Returns when everything written into the slot's open transaction is acknowledged; throws if any of it was refused. */
    void flush(int slot) throws Exception;

    /**
     * Adds the ledger entry to the slot's transaction and commits it; all or nothing. After an error the outcome is unknown: only the
     * ledger, read after {@link #fence}, tells.
     */
    void commit(int slot, LedgerEntry entry) throws Exception;

    /**
     * Lets go of everything; what is open is aborted, now or by the next fence. May be called again; nothing happens then. Also called by other
     * threads than that of a call under way, which should then end soon with an error: when a job is stopped while it waits for the outside.
     */
    @Override
    void close();
}
