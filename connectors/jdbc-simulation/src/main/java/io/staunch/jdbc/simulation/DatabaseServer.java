package io.staunch.jdbc.simulation;

import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;
import io.staunch.testkit.simulation.world.Weather;
import io.staunch.testkit.table.DatabaseFaults;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database server: H2 in memory, of one run alone, and around it what befalls a server. It is away for a while and keeps its sessions; it dies, is
 * started again, and what was not committed is gone; it has no room for a while; somebody ends a session in the middle of its transaction; it notices
 * late that a client is gone. What is committed stays. Owned by the thread that runs the world.
 */
final class DatabaseServer {
    /** So that databases of runs side by side have names of their own; no run sees the number. */
    private static final AtomicLong RUNS = new AtomicLong();

    private static final long QUICKEST_RESTART_NANOS = 1_000_000;
    private static final long SLOWEST_RESTART_NANOS = 2_000_000_000L;
    private static final long QUICKEST_NOTICE_NANOS = 100_000;
    private static final long SLOWEST_NOTICE_NANOS = 1_000_000_000L;
    private static final long LATEST_KILL_NANOS = 100_000_000;

    private final VirtualClock clock;
    private final Chance chance;
    private final DatabaseFaults faults;
    private final Weather outages;
    private final Weather fullness;
    private final String url;
    private final Connection observer;
    private final List<Connection> opened = new ArrayList<>();
    /** Of sessions that have ended: what their clients have got from them can still be read. */
    private final Deque<Connection> spare = new ArrayDeque<>();

    private final List<ServerSession> sessions = new ArrayList<>();
    private final List<TableCapture> watchers = new ArrayList<>();
    private long transactionsEnded;
    private long startedAgainAt;
    private boolean calm;

    DatabaseServer(VirtualClock clock, Chance chance, CallFaults calls) {
        this.clock = clock;
        this.chance = chance;
        faults = DatabaseFaults.of(calls);
        outages = new Weather(clock, new Chance(chance.next()), faults.outagesPerSecond());
        fullness = new Weather(clock, new Chance(chance.next()), faults.fullPerSecond());
        // Who waits for a row waits in the world's time: the engine itself gives up at once.
        url = "jdbc:h2:mem:simulated-" + RUNS.incrementAndGet() + ";DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=1";
        observer = open();
        restartSometimes();
    }

    VirtualClock clock() {
        return clock;
    }

    /** For whoever looks at what is committed and has nothing to do with the job. */
    Connection observer() {
        return observer;
    }

    /** A connection without faults, for somebody who is no process of the world. */
    Connection open() {
        try {
            Connection connection = DriverManager.getConnection(url);
            opened.add(connection);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException("H2 can't be had: " + e.getMessage(), e);
        }
    }

    /** Statements of somebody who sets the database up. */
    void run(List<String> statements) {
        for (String sql : statements) {
            try (Statement statement = observer.createStatement()) {
                statement.execute(sql);
                observer.commit();
            } catch (SQLException e) {
                throw new IllegalArgumentException(
                        "the simulated database does not take '" + sql + "': " + e.getMessage(), e);
            }
        }
    }

    /** Tells of every commit from now on. */
    void watch(TableCapture watcher) {
        watchers.add(watcher);
    }

    ServerSession connect(SimulatedProcess client, Duration lockTimeout) {
        Connection connection = spare.isEmpty() ? open() : spare.removeFirst();
        var session = new ServerSession(this, connection, client, lockTimeout.toNanos());
        sessions.add(session);
        return session;
    }

    /** Nanoseconds until it answers again; 0 if it does. */
    long untilBack() {
        return Math.max(outages.untilBack(), startedAgainAt - clock.nanos());
    }

    void requireRoom(Request.Kind kind) throws SQLException {
        if (kind.stores() && fullness.away()) {
            throw new SQLException("the simulated server has no room", "53100");
        }
    }

    /** A transaction has begun; its session may not live to see its end. */
    void begun(ServerSession session, long transaction) {
        if (!calm && chance.happens(faults.killed())) {
            clock.after(chance.skewed(QUICKEST_NOTICE_NANOS, LATEST_KILL_NANOS), () -> {
                if (!calm && session.has(transaction)) {
                    session.close();
                }
            });
        }
    }

    /** How many transactions have ended: as long as it stays, whoever waits for a row waits on. */
    long transactionsEnded() {
        return transactionsEnded;
    }

    /**
     * Whether another session has an open transaction of which a part was taken back. H2 has whoever wants a row of such a one try again and again without a
     * pause, however long its lock time-out is: here, where one thread does everything, for ever. So nobody takes a row while there is one.
     */
    boolean turnedBackBesides(ServerSession mine) {
        return sessions.stream().anyMatch(each -> each != mine && each.turnedBack());
    }

    void transactionEnded() {
        transactionsEnded++;
    }

    /** Something has become visible. */
    void committed(SimulatedProcess by, int execution, Set<String> statements) {
        for (TableCapture watcher : watchers) {
            watcher.look(by.number(), execution, statements);
        }
    }

    boolean hasOpenTransactions() {
        return sessions.stream().anyMatch(ServerSession::inTransaction);
    }

    /** Starts to notice that clients are gone whose process is dead. Called whenever somebody asks for something. */
    void lookAfterClients() {
        for (ServerSession session : sessions) {
            if (!session.client().alive() && !session.abandoned()) {
                session.abandon(noticeAfter());
            }
        }
    }

    /** How long it takes to notice that a client is gone. */
    long noticeAfter() {
        return calm ? QUICKEST_NOTICE_NANOS : chance.skewed(QUICKEST_NOTICE_NANOS, SLOWEST_NOTICE_NANOS);
    }

    void ended(ServerSession session) {
        sessions.remove(session);
        spare.addLast(session.connection());
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

    /** Sessions and what they have not committed are gone. */
    private void restart() {
        List.copyOf(sessions).forEach(ServerSession::close);
        startedAgainAt = clock.nanos() + chance.skewed(QUICKEST_RESTART_NANOS, SLOWEST_RESTART_NANOS);
    }

    /** Ends its faults, for the liveness phase, and their consequences that would be felt for longer. */
    void calm() {
        calm = true;
        outages.calm();
        fullness.calm();
        startedAgainAt = Math.min(startedAgainAt, clock.nanos());
        lookAfterClients();
        sessions.forEach(ServerSession::hasten);
    }

    /** The run is over: the database is gone with its last connection. */
    void close() {
        for (Connection each : opened) {
            try {
                each.close();
            } catch (SQLException e) {
                throw new IllegalStateException("H2 can't close", e);
            }
        }
    }
}
