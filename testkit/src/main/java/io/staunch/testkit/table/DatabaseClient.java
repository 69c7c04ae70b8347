package io.staunch.testkit.table;

import io.staunch.testkit.simulation.world.CallFate;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;
import io.staunch.testkit.table.DatabaseException.Reason;

/**
 * The way of a process to a database, on which requests are lost, answered in vain, delayed and refused, and their caller dies or stands
 * still. A connection on which an answer has not come is broken: its session is over, as with a driver whose socket has timed out. Faults
 * find the calls under the names {@code table.connect}, {@code table.read}, {@code table.lock}, {@code table.write}, {@code table.commit},
 * {@code table.rollback}, {@code table.prepare}, {@code table.commitPrepared}, {@code table.rollbackPrepared}, {@code table.prepared} and
 * {@code table.create}.
 */
public final class DatabaseClient {
    private static final long SHORTEST_REFUSAL_NANOS = 20_000;
    private static final long LONGEST_REFUSAL_NANOS = 100_000_000;
    private static final long SHORTEST_DELAY_NANOS = 10_000;
    private static final long LONGEST_DELAY_NANOS = 5_000_000_000L;
    private static final long SHORTEST_WAIT_NANOS = 50_000;
    private static final long LONGEST_WAIT_NANOS = 20_000_000;

    private final SimulatedDatabase database;
    private final SimulatedProcess process;
    private final Chance chance;
    private final long patienceNanos;

    /** @param patienceMs after how long a caller takes the connection for broken; more than the lock time-out, or that is never seen */
    public DatabaseClient(SimulatedDatabase database, SimulatedProcess process, Chance chance, long patienceMs) {
        this.database = database;
        this.process = process;
        this.chance = chance;
        patienceNanos = patienceMs * 1_000_000;
    }

    /** Whose way it is. */
    public SimulatedProcess process() {
        return process;
    }

    /** For choices of the client's own. */
    public Chance chance() {
        return chance;
    }

    /** The database. */
    public SimulatedDatabase database() {
        return database;
    }

    /**
     * Makes a connection, and with it a session.
     *
     * @throws DatabaseException with {@code UNAVAILABLE} if that can't be had now
     */
    public DatabaseSession connect() {
        String operation = "table.connect";
        process.before(operation);
        database.lookAfterClients();
        if (process.fate(operation) != CallFate.ANSWERED) {
            process.block(chance.skewed(SHORTEST_REFUSAL_NANOS, patienceNanos));
            throw new DatabaseException(Reason.UNAVAILABLE, "no connection");
        }
        long giveUp = clock().nanos() + patienceNanos;
        while (database.untilBack() > 0) {
            if (clock().nanos() >= giveUp) {
                throw new DatabaseException(Reason.UNAVAILABLE, "no connection in time");
            }
            process.block(pause(giveUp, database.untilBack()));
        }
        Backend backend = database.connect(process);
        process.after(operation);
        return new DatabaseSession(this, backend);
    }

    /** Makes a call on a session. */
    void call(String operation, Backend backend, Request request) {
        process.before(operation);
        database.lookAfterClients();
        if (backend.closed()) {
            throw new DatabaseException(Reason.CONNECTION_LOST, operation + ": the server has ended " + backend);
        }
        switch (process.fate(operation)) {
            case ANSWERED -> {}
            case REFUSED -> refuse(operation, backend, request);
            case REQUEST_LOST -> throw broken(operation, backend);
            case REQUEST_DELAYED -> {
                backend.inBackground(chance.skewed(SHORTEST_DELAY_NANOS, LONGEST_DELAY_NANOS), request);
                throw broken(operation, backend);
            }
            case ANSWER_LOST -> {
                backend.inBackground(0, request);
                throw broken(operation, backend);
            }
        }
        patiently(operation, backend, request);
        process.after(operation);
    }

    private void patiently(String operation, Backend backend, Request request) {
        long giveUp = clock().nanos() + patienceNanos;
        long wait = SHORTEST_WAIT_NANOS;
        while (true) {
            if (backend.closed()) {
                throw new DatabaseException(Reason.CONNECTION_LOST, operation + ": the server has ended " + backend);
            }
            long away = database.untilBack();
            if (away == 0 && backend.goOn(request)) {
                return;
            }
            if (clock().nanos() >= giveUp) {
                backend.inBackground(away, request);
                backend.abandon(database.noticeAfter());
                throw new DatabaseException(Reason.CONNECTION_LOST, operation + ": no answer in time");
            }
            waitAWhile(backend, request, pause(giveUp, away > 0 ? away : wait));
            wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
        }
    }

    /** What the server was asked for it goes on with, also if its client dies meanwhile. */
    private void waitAWhile(Backend backend, Request request, long nanos) {
        try {
            process.block(nanos);
        } finally {
            if (!process.alive()) {
                backend.inBackground(0, request);
            }
        }
    }

    private void refuse(String operation, Backend backend, Request request) {
        process.block(chance.skewed(SHORTEST_REFUSAL_NANOS, LONGEST_REFUSAL_NANOS));
        backend.refuse(request, new DatabaseException(Reason.REFUSED, operation + " by the server, for now"));
    }

    private DatabaseException broken(String operation, Backend backend) {
        backend.abandon(database.noticeAfter());
        process.block(patienceNanos);
        return new DatabaseException(Reason.CONNECTION_LOST, operation + ": no answer");
    }

    private long pause(long giveUp, long atMost) {
        return Math.max(1, Math.min(atMost, giveUp - clock().nanos()));
    }

    private VirtualClock clock() {
        return database.clock();
    }
}
