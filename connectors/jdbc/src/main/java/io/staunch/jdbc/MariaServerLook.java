package io.staunch.jdbc;

import io.staunch.guarantee.Finding;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a MariaDB server says of itself, as far as a guarantee leans on it. In a transaction of the caller's. */
final class MariaServerLook {
    private static final Set<String> OFF = Set.of("0", "OFF");

    private final Connection connection;
    private final List<Finding> found = new ArrayList<>();

    private MariaServerLook(Connection connection) {
        this.connection = connection;
    }

    /** @param reads or writes */
    static List<Finding> of(Connection connection, boolean reads) throws SQLException {
        var look = new MariaServerLook(connection);
        look.writes(reads);
        look.durable();
        if (reads) {
            look.ids();
        }
        look.found.add(Finding.notSeen(
                "how safe the server's disk is, and whether one that follows it may take over, can't be seen from here",
                null));
        return look.found;
    }

    /** The value of a setting of the server. */
    static String setting(Connection connection, String name) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT @@global." + name);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    /** Whether it takes no writes, as replicas do not. */
    static boolean readOnly(Connection connection) throws SQLException {
        return !OFF.contains(setting(connection, "read_only"));
    }

    private void writes(boolean reads) throws SQLException {
        if (readOnly(connection)) {
            found.add(Finding.failed(
                    reads
                            ? "the server is read only, as replicas are, on which rows are seen late for reasons that nobody can wait for"
                            : "the server is read only",
                    "connect to the primary"));
        }
    }

    private void durable() throws SQLException {
        expect("innodb_flush_log_at_trx_commit", "1", "a commit is told when it is safe", "a crash takes back commits");
        if (!OFF.contains(setting(connection, "log_bin"))) {
            expect(
                    "sync_binlog",
                    "1",
                    "the binary log has a commit before it is told",
                    "a crash of the machine takes back commits that the binary log has lost");
        }
        String pages = setting(connection, "innodb_doublewrite");
        if (OFF.contains(pages)) {
            failed("innodb_doublewrite", pages, "a crash of the machine may leave pages that are torn", "ON");
        } else {
            found.add(Finding.seen("pages are mended after a crash (innodb_doublewrite=" + pages + ")"));
        }
    }

    private void ids() throws SQLException {
        String mode = setting(connection, "innodb_autoinc_lock_mode");
        if (mode.equals("2")) {
            failed(
                    "innodb_autoinc_lock_mode",
                    mode,
                    "a statement that inserts many rows (INSERT ... SELECT, LOAD DATA) takes ids ahead, and a source passes over those of its rows"
                            + " that it writes later than settle",
                    "1");
        } else {
            found.add(Finding.seen("ids grow in the order of inserting (innodb_autoinc_lock_mode=" + mode + ")"));
        }
    }

    private void expect(String name, String value, String good, String bad) throws SQLException {
        String is = setting(connection, name);
        if (is.equals(value)) {
            found.add(Finding.seen(good + " (" + name + "=" + value + ")"));
        } else {
            failed(name, is, bad, value);
        }
    }

    private void failed(String name, String is, String bad, String remedy) {
        found.add(Finding.failed(bad + " (" + name + "=" + is + ")", name + "=" + remedy + " at the server"));
    }
}
