package io.staunch.jdbc.simulation;

import io.staunch.jdbc.Database;
import io.staunch.testkit.simulation.world.CallFate;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import java.sql.SQLException;

/**
 * The way of a process to the server, on which requests are lost, answered in vain, delayed and refused, and their caller dies or stands still. A
 * connection on which an answer has not come is broken, as with a driver whose socket has timed out. Faults find the calls under {@code jdbc.connect}
 * and the names of {@link Request.Kind}.
 */
record Line(DatabaseServer server, SimulatedProcess process, Chance chance) {
    private static final String CONNECT = "jdbc.connect";
    private static final String NO_CONNECTION = "08001";
    private static final String LOST = "08006";
    private static final String REFUSED = "53200";

    private static final long SHORTEST_REFUSAL_NANOS = 20_000;
    private static final long LONGEST_REFUSAL_NANOS = 100_000_000;
    private static final long SHORTEST_DELAY_NANOS = 10_000;
    private static final long LONGEST_DELAY_NANOS = 5_000_000_000L;
    private static final long SHORTEST_WAIT_NANOS = 50_000;
    private static final long LONGEST_WAIT_NANOS = 20_000_000;

    /** Blocks, up to the time that the description says. */
    ServerSession connect(Database database) throws SQLException {
        long patience = database.answerTimeout().toNanos();
        process.before(CONNECT);
        server.lookAfterClients();
        if (process.fate(CONNECT) != CallFate.ANSWERED) {
            process.block(chance.skewed(SHORTEST_REFUSAL_NANOS, patience));
            throw new SQLException("no connection to the simulated server", NO_CONNECTION);
        }
        long giveUp = now() + patience;
        while (server.untilBack() > 0) {
            if (now() >= giveUp) {
                throw new SQLException("no connection to the simulated server in time", NO_CONNECTION);
            }
            process.block(pause(giveUp, server.untilBack()));
        }
        ServerSession session = server.connect(process, database.lockTimeout());
        process.after(CONNECT);
        return session;
    }

    /** Makes a call. With an error of class 08 the connection is of no use any more, and nobody knows what has become of the request. */
    <R> R call(ServerSession session, long patienceNanos, Request<R> request) throws SQLException {
        String place = request.kind().place();
        process.before(place);
        server.lookAfterClients();
        requireThere(session, place);
        switch (process.fate(place)) {
            case ANSWERED -> {}
            case REFUSED -> {
                process.block(chance.skewed(SHORTEST_REFUSAL_NANOS, LONGEST_REFUSAL_NANOS));
                throw new SQLException(place + " is refused by the simulated server, for now", REFUSED);
            }
            case REQUEST_LOST -> throw broken(session, patienceNanos, place);
            case REQUEST_DELAYED -> {
                session.inBackground(chance.skewed(SHORTEST_DELAY_NANOS, LONGEST_DELAY_NANOS), request);
                throw broken(session, patienceNanos, place);
            }
            case ANSWER_LOST -> {
                session.inBackground(0, request);
                throw broken(session, patienceNanos, place);
            }
        }
        patiently(session, patienceNanos, request);
        process.after(place);
        return request.answer();
    }

    private void patiently(ServerSession session, long patienceNanos, Request<?> request) throws SQLException {
        String place = request.kind().place();
        long giveUp = now() + patienceNanos;
        long wait = SHORTEST_WAIT_NANOS;
        while (true) {
            requireThere(session, place);
            long away = server.untilBack();
            if (away == 0 && session.goOn(request)) {
                return;
            }
            if (now() >= giveUp) {
                session.inBackground(away, request);
                session.abandon(server.noticeAfter());
                throw new SQLException(place + ": no answer of the simulated server in time", LOST);
            }
            waitAWhile(session, request, pause(giveUp, away > 0 ? away : wait));
            wait = Math.min(2 * wait, LONGEST_WAIT_NANOS);
        }
    }

    /** What the server was asked for it goes on with, also if its client dies meanwhile. */
    private void waitAWhile(ServerSession session, Request<?> request, long nanos) throws SQLException {
        try {
            process.block(nanos);
        } finally {
            if (!process.alive() || session.abandoned()) {
                session.inBackground(0, request);
            }
        }
        if (session.abandoned()) {
            throw new SQLException(request.kind().place() + ": this process has ended the connection", LOST);
        }
    }

    private void requireThere(ServerSession session, String place) throws SQLException {
        if (session.closed() || session.abandoned()) {
            throw new SQLException(place + ": the connection to the simulated server is gone", LOST);
        }
    }

    private SQLException broken(ServerSession session, long patienceNanos, String place) {
        session.abandon(server.noticeAfter());
        process.block(patienceNanos);
        return new SQLException(place + ": no answer of the simulated server", LOST);
    }

    private long pause(long giveUp, long atMost) {
        return Math.max(1, Math.min(atMost, giveUp - now()));
    }

    private long now() {
        return server.clock().nanos();
    }
}
