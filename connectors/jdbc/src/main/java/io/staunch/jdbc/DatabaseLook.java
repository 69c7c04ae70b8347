package io.staunch.jdbc;

import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.guarantee.Finding;
import io.staunch.jdbc.PreparedTransactions.Room;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a database is like, as far as a guarantee leans on it. Blocks; owned by the thread that looks. */
final class DatabaseLook implements AutoCloseable {
    private static final String ON = "on";
    private static final String OFF = "off";
    private static final String MEND = "mend the table, or what is said of it in the pipeline";

    private final Dialect dialect;
    private final String table;
    private final Session session;
    private final List<Finding> found = new ArrayList<>();

    /** What a server says of itself. */
    private record Server(
            boolean standby,
            String fsync,
            String wholePages,
            String commit,
            String commitOfOthers,
            String waitsFor,
            long followers) {}

    /** What the table is held against. */
    @FunctionalInterface
    interface Fits {
        void with(Connection connection) throws SQLException;
    }

    private DatabaseLook(Database database, String table) {
        dialect = database.dialect();
        this.table = table;
        session = new Session(new Pools(), ifThere(database), new SqlFaults(database.place(), table, Remedy.RETRY));
    }

    /** A look makes no database. */
    private static Database ifThere(Database database) {
        boolean said = database.url().toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
        return database.dialect() != Dialect.H2 || said
                ? database
                : new Database(
                        database.url() + ";IFEXISTS=TRUE",
                        database.user(),
                        database.password(),
                        database.properties(),
                        database.connections(),
                        database.lockTimeout(),
                        database.answerTimeout());
    }

    /**
     * Of a table that is written to.
     *
     * @param key columns of the key, as they would stand in SQL; empty if it has none
     * @param prepares whether by prepared transactions
     */
    static List<Finding> ofSink(TableOptions<?> options, List<String> key, boolean prepares) {
        if (options.database().dialect().forgets(options.database())) {
            return forgets();
        }
        try (var look = new DatabaseLook(options.database(), options.table())) {
            look.server(false);
            if (prepares) {
                look.room(PreparedTransactions.with(Evidence.beside(options.commitLedger())));
            }
            look.table(connection -> TableLook.at(connection, options, key));
            return List.copyOf(look.found);
        }
    }

    /** Of a table that is read. */
    static List<Finding> ofSource(ReadOptions<?> options) {
        if (options.database().dialect().forgets(options.database())) {
            return forgets();
        }
        try (var look = new DatabaseLook(options.database(), options.table())) {
            look.server(true);
            look.table(connection -> new RowQuery<>(options).check(connection));
            look.unlogged();
            return List.copyOf(look.found);
        }
    }

    private static List<Finding> forgets() {
        return List.of(Finding.failed(
                "an H2 database in memory is gone when its process ends", "take a database in a file, or a server"));
    }

    /** @param reads or writes */
    private void server(boolean reads) {
        switch (dialect) {
            case POSTGRESQL -> postgres(reads);
            case MARIADB -> maria(reads);
            case H2 -> {
                // A part of whoever opens it.
            }
        }
    }

    private void maria(boolean reads) {
        try {
            found.addAll(session.inTransaction(
                    "the look at the server", connection -> MariaServerLook.of(connection, reads)));
        } catch (Exception e) {
            notSeen(e);
        }
    }

    private void postgres(boolean reads) {
        Server server;
        try {
            server = session.inTransaction("the look at the server", DatabaseLook::asked);
        } catch (Exception e) {
            notSeen(e);
            return;
        }
        if (server.standby()) {
            failed(
                    reads
                            ? "the server is a standby: it gives transactions no numbers, so that the source waits and reads nothing"
                            : "the server is a standby, which takes no writes",
                    "connect to the primary");
            return;
        }
        setting(
                "fsync",
                server.fsync(),
                "what is committed is written through to the disk",
                "a crash of the machine takes back or damages what was committed");
        setting(
                "full_page_writes",
                server.wholePages(),
                "pages are mended after a crash",
                "a crash of the machine may leave pages that are torn");
        if (reads && server.commitOfOthers().equals(OFF)) {
            failed(
                    "who writes rows is told that they are committed before they are safe (synchronous_commit=off, unless they set it): a crash"
                            + " takes back rows that were read, and their ids come again",
                    "synchronous_commit=on at the server");
        } else {
            seen("a commit is told when it is safe (synchronous_commit="
                    + (reads ? server.commitOfOthers() : server.commit()) + ")");
        }
        followers(server, reads ? server.commitOfOthers() : server.commit());
    }

    private void setting(String name, String value, String good, String bad) {
        if (value.equals(ON)) {
            seen(good + " (" + name + "=on)");
        } else {
            failed(bad + " (" + name + "=" + value + ")", name + "=on at the server");
        }
    }

    /** @param commit what the commits that count wait for; those that write through here alone wait for nobody else */
    private void followers(Server server, String commit) {
        if (server.followers() == 0) {
            found.add(Finding.notSeen(
                    "no other server follows this one: how safe its disk is can't be seen from here", null));
        } else if (server.waitsFor().isEmpty()) {
            failed(
                    "other servers follow this one (" + server.followers()
                            + "), and no commit waits for them (synchronous_standby_names is empty): one that takes over may lack what"
                            + " was committed",
                    "synchronous_standby_names at the server, or take none of them over without a look");
        } else if (commit.equals(OFF) || commit.equals("local")) {
            failed(
                    "other servers follow this one (" + server.followers()
                            + "), and no commit waits for them (synchronous_commit=" + commit
                            + "): one that takes over may lack what was committed",
                    "synchronous_commit=on at the server");
        } else {
            seen("a commit waits for other servers (synchronous_standby_names=" + server.waitsFor() + ")");
        }
    }

    private static Server asked(Connection connection) throws SQLException {
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT pg_is_in_recovery(), current_setting('fsync'),"
                                + " current_setting('full_page_writes'), current_setting('synchronous_commit'),"
                                + " (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),"
                                + " current_setting('synchronous_standby_names'),"
                                // Who reads changes from a logical slot takes nothing over.
                                + " (SELECT count(*) FROM pg_stat_replication followers WHERE NOT EXISTS (SELECT 1 FROM pg_replication_slots slots"
                                + " WHERE slots.active_pid = followers.pid AND slots.slot_type = 'logical'))");
                ResultSet row = select.executeQuery()) {
            row.next();
            return new Server(
                    row.getBoolean(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    String.valueOf(row.getString(5)),
                    row.getString(6),
                    row.getLong(7));
        }
    }

    private void room(PreparedTransactions transactions) {
        try {
            Optional<String> lacks = session.inTransaction("the look at what the user may do", transactions::lacks);
            if (lacks.isPresent()) {
                failed(lacks.get(), "the right PROCESS");
                return;
            }
            session.inTransaction("the look at max_prepared_transactions", transactions::room)
                    .ifPresentOrElse(this::room, () -> seen("the server sets no limit to prepared transactions"));
        } catch (Exception e) {
            notSeen(e);
        }
    }

    private void room(Room room) {
        String told = "the server keeps " + room.most() + " prepared transactions (max_prepared_transactions), and "
                + room.taken() + " of them are taken";
        if (room.most() < PreparedProbe.LEAST || room.taken() >= room.most()) {
            failed(told, "keep at least " + PreparedProbe.LEAST + " for each such sink of all jobs");
        } else {
            seen(told);
        }
    }

    private void table(Fits fits) {
        try {
            session.inTransaction("the look at the table", connection -> {
                fits.with(connection);
                return table;
            });
            seen("table " + table + " is there, and its columns fit");
        } catch (ConfigurationException e) {
            e.problems().forEach(problem -> failed(problem, MEND));
        } catch (Exception e) {
            notSeen(e);
        }
    }

    private void unlogged() {
        try {
            List<String> unlogged = session.inTransaction(
                    "the look at the table",
                    connection -> TableLook.unlogged(connection, dialect, TableName.checked(table)));
            unlogged.forEach(each -> failed(
                    "table " + each + " is UNLOGGED: a crash of the server empties it, of what is not read yet, too",
                    "ALTER TABLE " + each + " SET LOGGED"));
        } catch (Exception e) {
            notSeen(e);
        }
    }

    private void seen(String told) {
        found.add(Finding.seen(told));
    }

    private void failed(String told, String remedy) {
        found.add(Finding.failed(told, remedy));
    }

    private void notSeen(Exception why) {
        found.add(Finding.notSeen(String.valueOf(why.getMessage()), null));
    }

    @Override
    public void close() {
        session.close();
    }
}
