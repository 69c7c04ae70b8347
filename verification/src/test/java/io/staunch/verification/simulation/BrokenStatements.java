package io.staunch.verification.simulation;

import io.staunch.environment.Environment;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.DatabaseConnections;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A process whose connections to a database do something else than they are told. */
final class BrokenStatements extends ForwardingEnvironment {
    private final How how;

    /** What they do. */
    enum How {
        /** Rows are read and not taken. */
        ROWS_NOT_LOCKED,
        /** What is inserted is committed at once. */
        COMMITTED_BY_THEMSELVES
    }

    BrokenStatements(Environment inner, How how) {
        super(inner);
        this.how = how;
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        T port = super.port(type, production);
        return port instanceof DatabaseConnections connections ? type.cast(new Broken(connections, how)) : port;
    }

    private record Broken(DatabaseConnections connections, How how) implements DatabaseConnections {
        @Override
        public Lender shared(Database database) {
            return new BrokenLender(connections.shared(database), how);
        }

        @Override
        public Lender alone(Database database) {
            return new BrokenLender(connections.alone(database), how);
        }
    }

    private static final class BrokenLender implements DatabaseConnections.Lender {
        private final DatabaseConnections.Lender lender;
        private final How how;
        private final Map<Connection, Connection> lent = new IdentityHashMap<>();

        BrokenLender(DatabaseConnections.Lender lender, How how) {
            this.lender = lender;
            this.how = how;
        }

        @Override
        public Connection borrow() throws SQLException {
            Connection real = lender.borrow();
            Connection broken = broken(real);
            lent.put(broken, real);
            return broken;
        }

        @Override
        public void abort(Connection connection) {
            lender.abort(lent.getOrDefault(connection, connection));
        }

        @Override
        public void discard(Connection connection) {
            lender.discard(lent.getOrDefault(connection, connection));
        }

        @Override
        public void close() {
            lender.close();
        }

        private Connection broken(Connection real) {
            return proxy(Connection.class, real, (method, arguments) -> {
                if (!method.equals("prepareStatement")) {
                    return null;
                }
                String sql = (String) arguments[0];
                PreparedStatement statement =
                        real.prepareStatement(how == How.ROWS_NOT_LOCKED ? sql.replace(" FOR UPDATE", "") : sql);
                return how == How.COMMITTED_BY_THEMSELVES ? committing(real, statement) : statement;
            });
        }

        private static PreparedStatement committing(Connection real, PreparedStatement statement) {
            return proxy(PreparedStatement.class, statement, (method, arguments) -> {
                if (!method.equals("executeBatch")) {
                    return null;
                }
                int[] counts = statement.executeBatch();
                real.commit();
                return counts;
            });
        }

        /** Null where the real one is to be asked. */
        private interface Instead {
            Object of(String method, Object[] arguments) throws SQLException;
        }

        private static <T> T proxy(Class<T> type, T real, Instead instead) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader() == null ? BrokenStatements.class.getClassLoader() : type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return method.getName().equals("equals") ? proxy == arguments[0] : 1;
                        }
                        Object answer = instead.of(method.getName(), arguments);
                        try {
                            return answer == null ? method.invoke(real, arguments) : answer;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }
    }
}
