package io.staunch.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.staunch.secret.Secret;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The pools of this process, one for each database, for as long as somebody uses it. Guarded by the class. No user of a pool waits for another of its
 * connections while it holds one, so a small pool makes its users slower and never stuck.
 */
final class Pools implements DatabaseConnections {
    private static final long BORROW_MS = 6_000;
    private static final long IDLE_MS = 60_000;
    private static final Map<Database, Pool> OPEN = new HashMap<>();

    /** One pool, shared. */
    private static final class Pool {
        private final Database database;
        private final HikariDataSource connections;
        private int users;

        private Pool(Database database) {
            this.database = database;
            connections = new HikariDataSource(config(database));
        }

        /** To be called once by each user. */
        void release() {
            boolean last;
            synchronized (Pools.class) {
                last = --users == 0;
                if (last) {
                    OPEN.remove(database);
                }
            }
            if (last) {
                connections.close();
            }
        }
    }

    /** Of a pool, to one user. */
    private record Lending(HikariDataSource connections, Runnable end) implements Lender {
        @Override
        public Connection borrow() throws SQLException {
            return connections.getConnection();
        }

        @Override
        public void abort(Connection connection) {
            try {
                connection.unwrap(Connection.class).abort(Runnable::run);
            } catch (SQLException e) {
                // It has ended already.
            }
        }

        @Override
        public void discard(Connection connection) {
            connections.evictConnection(connection);
        }

        @Override
        public void close() {
            end.run();
        }
    }

    @Override
    public Lender shared(Database database) {
        credentials(database);
        synchronized (Pools.class) {
            Pool pool = OPEN.computeIfAbsent(database, Pool::new);
            pool.users++;
            return new Lending(pool.connections, pool::release);
        }
    }

    /** A connection beside the pools, for a user who keeps it: one that waits for others meanwhile may hold none that they need. */
    @Override
    public Lender alone(Database database) {
        credentials(database);
        HikariConfig config = config(database);
        config.setMaximumPoolSize(1);
        config.setMaxLifetime(0);
        var connection = new HikariDataSource(config);
        return new Lending(connection, connection::close);
    }

    private static HikariConfig config(Database database) {
        Dialect dialect = database.dialect();
        var config = new HikariConfig();
        config.setPoolName("staunch " + database.place().replace(':', '.'));
        config.setDriverClassName(dialect.driver());
        config.setJdbcUrl(dialect.url(database));
        config.setDataSourceProperties(dialect.properties(database));
        config.setCredentialsProvider(() -> credentials(database));
        config.setMaximumPoolSize(database.connections());
        config.setMinimumIdle(0);
        config.setIdleTimeout(IDLE_MS);
        config.setConnectionTimeout(BORROW_MS);
        config.setInitializationFailTimeout(-1);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // What the session is told is told in a transaction of its own, so that no later rollback takes it back.
        config.setIsolateInternalQueries(true);
        config.setConnectionInitSql(dialect.session(database));
        return config;
    }

    private static Credentials credentials(Database database) {
        Secret password = database.password();
        return new Credentials(database.user(), password == null ? null : password.resolve("password"));
    }
}
