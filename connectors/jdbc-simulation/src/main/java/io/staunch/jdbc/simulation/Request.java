package io.staunch.jdbc.simulation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks the server for. It is carried out in the transaction of its session, perhaps long after the client has given up.
 *
 * @param <R> the answer
 */
final class Request<R> {
    private final Kind kind;
    private final String sql;
    private final Effect<R> effect;
    private @Nullable R answer;

    /** What is asked for, and the name of the places of such calls. */
    enum Kind {
        LOOK("jdbc.look"),
        QUERY("jdbc.query"),
        LOCK("jdbc.lock"),
        WRITE("jdbc.write"),
        DEFINE("jdbc.define"),
        SAVEPOINT("jdbc.savepoint"),
        COMMIT("jdbc.commit"),
        ROLLBACK("jdbc.rollback");

        private final String place;

        Kind(String place) {
            this.place = place;
        }

        String place() {
            return place;
        }

        /** Whether it takes room. */
        boolean stores() {
            return this == WRITE || this == DEFINE;
        }

        /** Whether it may have to wait for a row that somebody holds. */
        boolean takesRows() {
            return this == WRITE || this == LOCK;
        }

        /** Whether no transaction is open behind it; H2 commits what is open before it makes a table. */
        boolean ends() {
            return this == COMMIT || this == ROLLBACK || this == DEFINE;
        }

        static Kind of(String sql) {
            if (sql.startsWith("SELECT")) {
                return sql.endsWith("FOR UPDATE") ? LOCK : QUERY;
            }
            return sql.startsWith("CREATE") ? DEFINE : WRITE;
        }
    }

    /** What the server does. */
    @FunctionalInterface
    interface Effect<R> {
        R on(Connection connection) throws SQLException;
    }

    Request(Kind kind, String sql, Effect<R> effect) {
        this.kind = kind;
        this.sql = sql;
        this.effect = effect;
    }

    Kind kind() {
        return kind;
    }

    /** The statement; empty for what is none. */
    String sql() {
        return sql;
    }

    void carryOut(Connection connection) throws SQLException {
        answer = effect.on(connection);
    }

    R answer() {
        return Objects.requireNonNull(answer, "not carried out");
    }
}
