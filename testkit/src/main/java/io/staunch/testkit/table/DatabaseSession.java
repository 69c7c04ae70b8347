package io.staunch.testkit.table;

import io.staunch.testkit.table.DatabaseException.Reason;
import io.staunch.testkit.table.Request.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A connection to a database, as a driver gives it to one thread of a process. Every call may block, and throws {@link DatabaseException}.
 * Outside of {@link #begin} and its end each call is a transaction of its own.
 */
public final class DatabaseSession implements AutoCloseable {
    private final DatabaseClient client;
    private final Backend backend;
    private boolean inBlock;
    private boolean begunThere;
    private boolean over;

    DatabaseSession(DatabaseClient client, Backend backend) {
        this.client = client;
        this.backend = backend;
    }

    /** What follows is one transaction, up to {@link #commit}, {@link #rollback} or {@link #prepare}. Sends nothing. */
    public void begin() {
        requireOpen();
        requireBlock(false, "a transaction can't be begun");
        inBlock = true;
        begunThere = false;
    }

    /** The row of a key, as it is committed or as this transaction has left it. Waits for nobody. */
    public Optional<Object> read(String table, Object key) {
        return read("table.read", table, key, false);
    }

    /**
     * The same, and takes the row until the transaction ends; waits for whoever holds it. If there is no row, nothing is taken: two
     * transactions that look for the same missing row don't wait for each other.
     */
    public Optional<Object> lock(String table, Object key) {
        requireBlock(true, "a row can't be taken");
        return read("table.lock", table, key, true);
    }

    /** Carries out a write; see {@link #write(List)}. */
    public int write(Write write) {
        return write(List.of(write));
    }

    /**
     * Carries out writes one after the other, as one request; each waits for whoever holds its row.
     *
     * @return how many rows were added, replaced or removed
     */
    public int write(List<Write> writes) {
        var request = new WriteRequest(List.copyOf(writes), place());
        statement("table.write", request);
        return request.changed();
    }

    /**
     * Makes everything since {@link #begin} take effect at once. With {@code CONNECTION_LOST} it has, or has not, or will later. A
     * transaction that has failed before is rolled back, and that is told by {@code TRANSACTION_ABORTED}.
     */
    public void commit() {
        end("table.commit", Backend::commit);
    }

    /** Undoes everything since {@link #begin}. */
    public void rollback() {
        end("table.rollback", Backend::rollBackBlock);
    }

    /**
     * Prepares everything since {@link #begin}: it holds its rows and outlives this session and the server, until somebody commits it or
     * rolls it back. After an error of the connection it is prepared, or is not, or will be later.
     *
     * @param id global id
     */
    public void prepare(String id) {
        requireBlock(true, "nothing can be prepared");
        inBlock = false;
        call("table.prepare", new Command(Place.END, b -> b.prepare(id)));
    }

    /** Commits a prepared transaction of this or any other session; {@code UNKNOWN_PREPARED} if it is not there, for whatever reason. */
    public void commitPrepared(String id) {
        alone("table.commitPrepared", b -> b.database().prepared().commit(id));
    }

    /** Rolls back a prepared transaction of this or any other session; {@code UNKNOWN_PREPARED} if it is not there, for whatever reason. */
    public void rollbackPrepared(String id) {
        alone("table.rollbackPrepared", b -> b.database().prepared().rollBack(id));
    }

    /** Prepared transactions of everybody that nobody has finished, in the order in which they were prepared. */
    public List<PreparedTransaction> prepared() {
        List<PreparedTransaction> found = new ArrayList<>();
        statement(
                "table.prepared",
                new Command(place(), b -> found.addAll(b.database().prepared().list())));
        return found;
    }

    /** Makes a table if there is none of that name. @return the table's identity, which another one of that name does not have */
    public String createIfMissing(String table, TableKind kind) {
        List<String> id = new ArrayList<>(1);
        alone("table.create", b -> id.add(b.database().createIfMissing(table, kind)));
        return id.get(0);
    }

    /** The identity of a table, or empty if there is none. */
    public Optional<String> tableId(String table) {
        List<String> id = new ArrayList<>(1);
        statement("table.read", new Command(place(), b -> {
            String found = b.database().findTable(table);
            if (found != null) {
                id.add(found);
            }
        }));
        return id.stream().findFirst();
    }

    /** Whether the connection is broken or closed: only a new one helps. */
    public boolean over() {
        return over;
    }

    /** Ends the session; what was not committed or prepared is gone. May be called again. */
    @Override
    public void close() {
        if (!over) {
            over = true;
            backend.abandon(0);
        }
    }

    private Optional<Object> read(String operation, String table, Object key, boolean forUpdate) {
        var request = new ReadRequest(table, key, forUpdate, place());
        statement(operation, request);
        return Optional.ofNullable(request.row());
    }

    private void statement(String operation, Request request) {
        begunThere |= inBlock;
        call(operation, request);
    }

    private void end(String operation, Consumer<Backend> effect) {
        requireBlock(true, "there is nothing to end");
        inBlock = false;
        if (begunThere) {
            call(operation, new Command(Place.END, effect));
        } else {
            requireOpen();
        }
    }

    private void alone(String operation, Consumer<Backend> effect) {
        requireBlock(false, operation + " can't be called");
        call(operation, new Command(Place.ALONE, effect));
    }

    private Place place() {
        return inBlock ? Place.INSIDE : Place.ALONE;
    }

    private void call(String operation, Request request) {
        requireOpen();
        try {
            client.call(operation, backend, request);
        } catch (DatabaseException e) {
            if (e.reason() == Reason.CONNECTION_LOST) {
                over = true;
            }
            throw e;
        }
    }

    private void requireOpen() {
        client.process().requireAlive();
        if (over) {
            throw new DatabaseException(Reason.CLOSED, "the session is over: make a new connection");
        }
    }

    private void requireBlock(boolean wanted, String what) {
        if (inBlock != wanted) {
            throw new DatabaseException(
                    Reason.WRONG_STATE, what + (wanted ? " outside of a transaction" : " inside a transaction"));
        }
    }
}
