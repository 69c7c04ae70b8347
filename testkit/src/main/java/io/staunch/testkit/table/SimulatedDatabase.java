package io.staunch.testkit.table;

import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;
import io.staunch.testkit.simulation.world.Weather;
import io.staunch.testkit.table.DatabaseException.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database server that keeps tables, with transactions over all of them. It outlives the processes that use it.
 *
 * <p>What it promises: what is committed or prepared stays, also over a restart; a transaction takes effect as a whole and at one moment;
 * nobody sees what is not committed; a statement sees what is committed when it begins to work, and what its own transaction has done
 * (read committed); a row that a transaction has changed or taken is held until it ends. What it may do beside that: not answer for a
 * while; die and come back without its sessions and their transactions; end a session; have no room; notice late that a client is gone,
 * and hold its rows until then; carry out a request long after its client has given up, or died. Commits take effect in one order, and at
 * once; nothing that was acknowledged is lost, as with a server that syncs before it answers.
 *
 * <p>Owned by the thread that runs the world.
 */
public final class SimulatedDatabase {
    private static final long QUICKEST_NOTICE_NANOS = 10_000;
    private static final long SLOWEST_NOTICE_NANOS = 2_000_000_000;
    private static final long QUICKEST_RESTART_NANOS = 1_000_000;
    private static final long SLOWEST_RESTART_NANOS = 1_000_000_000;
    private static final long LATEST_KILL_NANOS = 100_000_000;

    private final VirtualClock clock;
    private final Chance chance;
    private final DatabaseFaults faults;
    private final Weather outages;
    private final Weather fullness;
    private final Storage storage = new Storage();
    private final PreparedTransactions prepared;
    private final List<Backend> backends = new ArrayList<>();
    private final String id;
    private int sessions;
    private long startedAgainAt;
    private boolean calm;

    public SimulatedDatabase(VirtualClock clock, Chance chance, DatabaseFaults faults) {
        this.clock = clock;
        this.chance = chance;
        this.faults = faults;
        outages = new Weather(clock, new Chance(chance.next()), faults.outagesPerSecond());
        fullness = new Weather(clock, new Chance(chance.next()), faults.fullPerSecond());
        prepared = new PreparedTransactions(storage, faults.mostPrepared());
        id = newId();
        restartSometimes();
    }

    /** Identity of the database. */
    public String id() {
        return id;
    }

    /** Makes a table by hand, and gives its identity. */
    public String createTable(String name, TableKind kind) {
        if (storage.find(name) != null) {
            throw new IllegalArgumentException("there is a table " + name);
        }
        storage.add(new Table(name, newId(), kind));
        return tableId(name);
    }

    /** Drops a table by hand; another one may be made under its name. No transaction may hold rows of it. */
    public void dropTable(String name) {
        storage.drop(name);
    }

    /** Whether there is a table of that name. */
    public boolean hasTable(String name) {
        return storage.find(name) != null;
    }

    /** What a table with keys holds now for somebody who sees what is committed. */
    public Map<Object, Object> rows(String table) {
        return new LinkedHashMap<>(storage.table(table, TableKind.KEYED).rows());
    }

    /** Prepared transactions that nobody has finished, in the order in which they were prepared. */
    public List<PreparedTransaction> unfinished() {
        return prepared.list();
    }

    /** The server dies, and is there again after a time: sessions and what they have not committed or prepared are gone. */
    public void restart() {
        for (Backend backend : List.copyOf(backends)) {
            backend.close();
        }
        startedAgainAt = clock.nanos() + chance.skewed(QUICKEST_RESTART_NANOS, SLOWEST_RESTART_NANOS);
    }

    /** It answers nobody from now on, until {@link #goOn}; sessions survive that. */
    public void standStill() {
        outages.hold();
    }

    /** Ends {@link #standStill}. */
    public void goOn() {
        outages.letGo();
    }

    /** It has no room for anything new from now on, until {@link #makeRoom}. */
    public void fill() {
        fullness.hold();
    }

    /** Ends {@link #fill}. */
    public void makeRoom() {
        fullness.letGo();
    }

    /** Ends its faults, for the liveness phase, and their consequences that would be felt for longer. */
    public void calm() {
        calm = true;
        outages.calm();
        fullness.calm();
        startedAgainAt = Math.min(startedAgainAt, clock.nanos());
        backends.forEach(Backend::hasten);
    }

    /** Nanoseconds until it answers again; 0 if it does. */
    public long untilBack() {
        return Math.max(outages.untilBack(), startedAgainAt - clock.nanos());
    }

    VirtualClock clock() {
        return clock;
    }

    DatabaseFaults faults() {
        return faults;
    }

    Storage storage() {
        return storage;
    }

    PreparedTransactions prepared() {
        return prepared;
    }

    /** The table of a name with its identity; made if it is not there. */
    String createIfMissing(String name, TableKind kind) {
        if (storage.find(name) == null) {
            requireRoom();
            storage.add(new Table(name, newId(), kind));
        }
        return storage.table(name, kind).id();
    }

    /** Identity of a table, or null if there is none. */
    @Nullable
    String findTable(String name) {
        Table found = storage.find(name);
        return found == null ? null : found.id();
    }

    Backend connect(SimulatedProcess client) {
        sessions++;
        var backend = new Backend(this, client, sessions);
        backends.add(backend);
        return backend;
    }

    void requireRoom() {
        if (fullness.away()) {
            throw new DatabaseException(Reason.FULL, "the database has no room");
        }
    }

    /** A transaction has begun; its session may not live to see its end. */
    void begun(TableTransaction transaction) {
        if (!calm && chance.happens(faults.killed())) {
            Backend backend = transaction.backend();
            clock.after(chance.skewed(QUICKEST_NOTICE_NANOS, LATEST_KILL_NANOS), () -> {
                if (!calm && backend.has(transaction)) {
                    backend.close();
                }
            });
        }
    }

    /** Starts to notice that clients are gone whose process is dead. Called whenever somebody asks for something. */
    void lookAfterClients() {
        for (Backend backend : backends) {
            if (!backend.client().alive() && !backend.abandoned()) {
                backend.abandon(noticeAfter());
            }
        }
    }

    /** How long it takes to notice that a client is gone. */
    long noticeAfter() {
        return calm ? QUICKEST_NOTICE_NANOS : chance.skewed(QUICKEST_NOTICE_NANOS, SLOWEST_NOTICE_NANOS);
    }

    void ended(Backend backend) {
        backends.remove(backend);
        if (!faults.preparedSurvive()) {
            prepared.forget(backend);
        }
    }

    private String tableId(String name) {
        Table found = storage.find(name);
        if (found == null) {
            throw new DatabaseException(Reason.UNKNOWN_TABLE, name);
        }
        return found.id();
    }

    private void restartSometimes() {
        if (faults.restartsPerSecond() > 0) {
            clock.after(chance.below((long) (2e9 / faults.restartsPerSecond()) + 1), () -> {
                if (!calm) {
                    restart();
                    restartSometimes();
                }
            });
        }
    }

    private String newId() {
        return Long.toHexString(chance.next()) + Long.toHexString(chance.next());
    }
}
