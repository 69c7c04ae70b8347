package io.staunch.jdbc.simulation;

import io.staunch.jdbc.Database;
import io.staunch.jdbc.DatabaseConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The connections of one process, in pools of the kind that the connector has, but without threads of their own. Owned by the thread that runs the world. */
final class ProcessConnections implements DatabaseConnections {
    private static final long BORROW_NANOS = 6_000_000_000L;
    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private final Line line;
    private final Map<Database, Pool> shared = new HashMap<>();

    ProcessConnections(Line line) {
        this.line = line;
    }

    @Override
    public Lender shared(Database database) {
        Pool pool = shared.computeIfAbsent(database, Pool::new);
        pool.users++;
        return lender(pool, () -> {
            if (--pool.users == 0) {
                shared.remove(database);
                pool.end();
            }
        });
    }

    @Override
    public Lender alone(Database database) {
        var one = new Pool(database.connections(1));
        return lender(one, one::end);
    }

    private Lender lender(Pool pool, Runnable end) {
        line.process().requireAlive();
        return new Lender() {
            @Override
            public Connection borrow() throws SQLException {
                return pool.borrow();
            }

            @Override
            public void abort(Connection connection) {
                pool.lent(connection).forEach(ClientConnection::abort);
            }

            @Override
            public void discard(Connection connection) {
                pool.lent(connection).forEach(pool::drop);
            }

            @Override
            public void close() {
                line.process().requireAlive();
                end.run();
            }
        };
    }

    private final class Pool {
        private final Database database;
        private final Deque<ClientConnection> idle = new ArrayDeque<>();
        private final List<ClientConnection> lent = new ArrayList<>();
        private int connecting;
        private int users;
        private boolean ended;

        Pool(Database database) {
            this.database = database;
        }

        Connection borrow() throws SQLException {
            line.process().requireAlive();
            long giveUp = line.server().clock().nanos() + BORROW_NANOS;
            while (true) {
                if (ended) {
                    throw new SQLException("the pool is closed", "08003");
                }
                ClientConnection there = idle.pollFirst();
                if (there != null) {
                    lent.add(there);
                    return there.proxy();
                }
                if (lent.size() + connecting < database.connections()) {
                    return connect().proxy();
                }
                if (line.server().clock().nanos() >= giveUp) {
                    throw new SQLTransientConnectionException(
                            "all " + database.connections() + " connections of the pool are taken");
                }
                line.process().block(LOOK_AGAIN_NANOS);
            }
        }

        private ClientConnection connect() throws SQLException {
            connecting++;
            try {
                var made = new ClientConnection(
                        line, line.connect(database), database.answerTimeout().toNanos(), this::giveBack);
                lent.add(made);
                return made;
            } finally {
                connecting--;
            }
        }

        /** One that its user has left in a transaction is not worth a rollback. */
        private void giveBack(ClientConnection connection) {
            if (lent.remove(connection)) {
                if (ended || connection.dirty() || connection.broken()) {
                    connection.disconnect();
                } else {
                    idle.addFirst(connection);
                }
            }
        }

        private void drop(ClientConnection connection) {
            lent.remove(connection);
            connection.disconnect();
        }

        private List<ClientConnection> lent(Connection connection) {
            line.process().requireAlive();
            return lent.stream().filter(each -> each.is(connection)).toList();
        }

        private void end() {
            ended = true;
            idle.forEach(ClientConnection::disconnect);
            idle.clear();
            List.copyOf(lent).forEach(ClientConnection::abort);
        }
    }
}
