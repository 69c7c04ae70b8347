package io.staunch.jdbc;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What errors of a database mean, by their SQLSTATE, and what to say of them. Messages of drivers may quote values of records, so those about data are
 * never passed on.
 *
 * @param place of the database
 * @param table that the work is about
 * @param passing what the job does about an error that passes
 */
record SqlFaults(String place, String table, Remedy passing) {
    private static final int CLASS = 2;
    /**
     * The first: two rows of one statement have keys that are the same to the database alone. The last two: a view does not take a row, and what triggers
     * say by the standard.
     */
    private static final Set<String> DATA_CLASSES = Set.of("21", "22", "23", "44", "45");

    /** What triggers say in PostgreSQL and H2, and PostgreSQL of a value that is too large for an index. */
    private static final Set<String> DATA = Set.of("P0001", "90044", "54000");

    private static final Set<String> PASSING_CLASSES = Set.of("08", "40", "53", "57", "58");
    /** Held locks, time-outs, a server that may only read for now, H2's lost connections and files in use. */
    private static final Set<String> PASSING =
            Set.of("55P03", "25P03", "25006", "HYT00", "HYT01", "90067", "90098", "90121", "90020", "90028", "90031");

    private static final Set<String> LOCKS = Set.of("55P03", "HYT00");

    /** PostgreSQL's and H2's. */
    private static final Set<String> MADE = Set.of("42P07", "42S01");

    /** What is in the way. */
    enum Kind {
        /** A value that the table does not take: it lies in a record. */
        DATA,
        /** It passes: the database is away, a lock is held, a connection was lost. */
        PASSES,
        /** It stays until somebody does something about it. */
        STAYS
    }

    static Kind kind(SQLException error) {
        String state = state(error);
        String first = state.length() < CLASS ? "" : state.substring(0, CLASS);
        if (DATA_CLASSES.contains(first) || DATA.contains(state)) {
            return Kind.DATA;
        }
        if (PASSING_CLASSES.contains(first) || PASSING.contains(state)) {
            return Kind.PASSES;
        }
        return state.isEmpty() && said(error) instanceof SQLTransientConnectionException ? Kind.PASSES : Kind.STAYS;
    }

    static boolean duplicate(SQLException error) {
        return state(error).equals("23505");
    }

    /** A table that somebody else has made since one looked. */
    static boolean alreadyMade(SQLException error) {
        return MADE.contains(state(error));
    }

    /** Somebody else holds something, and has held it for longer than this waits. */
    static boolean heldLock(SQLException error) {
        return LOCKS.contains(state(error)) && !(said(error) instanceof SQLTransientConnectionException);
    }

    /**
     * The error of an act, for the engine.
     *
     * @param holders who is known to hold locks, in words; empty if nobody is
     */
    StaunchException of(String act, SQLException error, String holders) {
        Kind kind = kind(error);
        SQLException said = said(error);
        String what = place + ", table " + table + ": " + act + " failed: ";
        return switch (kind) {
            case DATA -> new StaunchException(what + Refusals.reason(error), Remedy.FAIL_JOB);
            case PASSES -> new StaunchException(what + lock(error, holders) + words(said), passing, quiet(error));
            case STAYS ->
                new StaunchException(what + words(said) + advice(state(error)), Remedy.FAIL_JOB, quiet(error));
        };
    }

    private static String lock(SQLException error, String holders) {
        return heldLock(error)
                ? "somebody else holds rows or the table for longer than lockTimeout (in PostgreSQL pg_blocking_pids(pid) names whom, for the"
                        + " sessions whose application_name begins with 'staunch'; in MariaDB information_schema.innodb_lock_waits)"
                        + holders + ": "
                : "";
    }

    private static String advice(String state) {
        return switch (state.length() < CLASS ? "" : state.substring(0, CLASS)) {
            case "28" -> ". Check user(...), password(...) and what the server lets them do";
            case "3D" -> ". Create the database, or correct the URL";
            case "42" -> ". Check that the table is as it was at the start, and the rights on it";
            default -> "";
        };
    }

    /** A pool says only that it waited; why it could not connect is behind that. */
    static SQLException said(SQLException error) {
        SQLException last = error;
        for (Throwable t = error; t != null && t != t.getCause(); t = next(t)) {
            if (t instanceof SQLException sql) {
                last = sql;
                if (!(t instanceof BatchUpdateException) && !isOfPool(sql)) {
                    return sql;
                }
            }
        }
        return last;
    }

    private static @Nullable Throwable next(Throwable t) {
        return t instanceof BatchUpdateException batch && batch.getNextException() != null
                ? batch.getNextException()
                : t.getCause();
    }

    private static boolean isOfPool(SQLException error) {
        return error instanceof SQLTransientConnectionException && error.getCause() != null;
    }

    /** SQLSTATE of what is in the way, that of the standard or of PostgreSQL where MariaDB's own says less; or an empty text. */
    static String state(SQLException error) {
        SQLException said = said(error);
        String known = MariaErrors.state(said);
        String state = known == null ? said.getSQLState() : known;
        return state == null ? "" : state;
    }

    private static String words(SQLException said) {
        String state = said.getSQLState() == null ? "" : " (" + said.getSQLState() + ")";
        if (said instanceof BatchUpdateException) {
            return "a batch was refused" + state;
        }
        String message = String.valueOf(said.getMessage()).strip();
        Throwable cause = said.getCause();
        return message + state + (cause == null || cause instanceof SQLException ? "" : ": " + cause);
    }

    /** As a cause, unless it could show values. */
    private static @Nullable Throwable quiet(SQLException error) {
        for (Throwable t = error; t != null && t != t.getCause(); t = t.getCause()) {
            if (t instanceof BatchUpdateException) {
                return null;
            }
        }
        return error;
    }
}
