package io.staunch.jdbc;

import io.staunch.guarantee.Offer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What differs between databases. */
enum Dialect {
    POSTGRESQL("PostgreSQL", "jdbc:postgresql:", "org.postgresql.Driver", "org.postgresql:postgresql"),
    MARIADB("MariaDB", "jdbc:mariadb:", "org.mariadb.jdbc.Driver", "org.mariadb.jdbc:mariadb-java-client"),
    H2("H2", "jdbc:h2:", "org.h2.Driver", "com.h2database:h2");

    /** A client that stands still in the middle of a transaction keeps rows from its successor no longer than this. */
    private static final int IDLE_TRANSACTION_MS = 60_000;

    private static final int CONNECT_SECONDS = 5;
    private static final long MS = 1_000;

    /** Values that do not fit are refused and never changed, a zero is a value, and no table is of another kind than was asked for. */
    private static final String MARIADB_MODES =
            "STRICT_ALL_TABLES,STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,"
                    + "NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION";

    /** Which of several servers PostgreSQL's driver takes. */
    private static final String TARGET = "targetServerType";

    private static final String PRIMARY = "primary";

    /** Of this process, or of a server; also a file in a file system that is in memory. */
    private static final String H2_IN_MEMORY = "(?i)jdbc:h2:((tcp|ssl)://[^/;]*/)?([^/;]*:)?(mem|(nio)?mem(fs|lzf)):.*";

    /** What MariaDB's driver may not be told. */
    private static final Map<String, String> MARIADB_REFUSED = Map.of(
            "transactionReplay",
            "which lets the driver repeat a transaction on another connection without a look at who has committed meanwhile",
            "useAffectedRows",
            "with which a row of the ledger that stays as it is seems to be gone");

    private final String title;
    private final String prefix;
    private final String driver;
    private final String artifact;

    Dialect(String title, String prefix, String driver, String artifact) {
        this.title = title;
        this.prefix = prefix;
        this.driver = driver;
        this.artifact = artifact;
    }

    static Optional<Dialect> of(String url) {
        return Stream.of(values()).filter(each -> url.startsWith(each.prefix)).findFirst();
    }

    /** Its name, for people. */
    String title() {
        return title;
    }

    /** Whether what is prepared outlives its connection, and is committed by name through another one. */
    boolean keepsPrepared() {
        return switch (this) {
            case POSTGRESQL, MARIADB -> true;
            case H2 -> false;
        };
    }

    /** Whether a source finds out by locks which rows are not committed yet; otherwise by the numbers of transactions, or not at all. */
    boolean locksToRead() {
        return this == MARIADB;
    }

    String driver() {
        return driver;
    }

    void problems(Database database, List<String> problems) {
        try {
            Class.forName(driver, false, Dialect.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            problems.add("no driver for " + database.place() + " is on the class path: add " + artifact);
        }
        if (this == MARIADB) {
            if (!database.url().startsWith(prefix + "//")) {
                problems.add(
                        "by the URL of " + database.place()
                                + " the driver goes on over another connection when one is lost, of which nobody sets the time zone, the sql_mode and the"
                                + " timeouts: leave out what stands before the // (behind it there may be several hosts, with commas)");
            }
            MARIADB_REFUSED.forEach((setting, why) -> {
                if (isOn(database, setting)) {
                    problems.add("the driver of " + database.place() + " is told " + setting + ", " + why
                            + ": leave it out");
                }
            });
        }
        if (this == POSTGRESQL && database.hasSeveralHosts() && !takesPrimary(database)) {
            problems.add("the URL of " + database.place() + " names several servers, and the driver is told "
                    + TARGET
                    + " to take another one than the primary, where rows are seen late, so that a source would pass over them: leave "
                    + TARGET + " out, and the primary is taken");
        }
        if (this == H2 && delaysWrites(database)) {
            problems.add("the URL of " + database.place()
                    + " sets WRITE_DELAY, with which a crash loses what was committed: leave it out");
        }
    }

    private static boolean takesPrimary(Database database) {
        return PRIMARY.equals(database.properties().getOrDefault(TARGET, PRIMARY))
                && !database.url().matches(".*[?&]" + TARGET + "=(?!" + PRIMARY + "(&.*)?$).*");
    }

    private static boolean isOn(Database database, String setting) {
        return database.properties().entrySet().stream()
                        .anyMatch(each -> each.getKey().equalsIgnoreCase(setting)
                                && !each.getValue().matches("(?i)false|0"))
                || database.url().matches("(?i).*[?&]" + setting + "(=(true|1)?)?(&.*)?");
    }

    private static boolean delaysWrites(Database database) {
        String url = database.url().toUpperCase(Locale.ROOT);
        return url.contains(";WRITE_DELAY=") && !url.matches(".*;WRITE_DELAY=0(;.*)?");
    }

    /** The offer of what reads or writes a database, unless that forgets. */
    static Offer offer(Database database, Offer otherwise) {
        return of(database.url())
                .filter(dialect -> dialect.forgets(database))
                .map(dialect -> Offer.atMostOnce(
                        "an H2 database in memory is gone when its process ends", "a database in a file, or a server"))
                .orElse(otherwise);
    }

    /** How to find out which transactions are open that have written something. */
    String whoWrites() {
        return switch (this) {
            case POSTGRESQL ->
                "Which one it is: SELECT pid, state, xact_start, query FROM pg_stat_activity WHERE backend_xid IS NOT NULL ORDER BY xact_start, and SELECT *"
                        + " FROM pg_prepared_xacts";
            case MARIADB ->
                "Which one it is: SELECT trx_mysql_thread_id, trx_started, trx_query FROM information_schema.innodb_trx ORDER BY trx_started, and XA RECOVER";
            case H2 -> "Which one it is: SELECT * FROM INFORMATION_SCHEMA.SESSIONS";
        };
    }

    /** Whether everything is gone when the process ends that holds it. */
    boolean forgets(Database database) {
        return this == H2 && database.url().matches(H2_IN_MEMORY);
    }

    /** With what the guarantee needs. */
    String url(Database database) {
        return switch (this) {
            case POSTGRESQL, MARIADB -> database.url();
            case H2 ->
                database.url().toUpperCase(Locale.ROOT).contains(";WRITE_DELAY=")
                        ? database.url()
                        : database.url() + ";WRITE_DELAY=0";
        };
    }

    /** The driver's settings: ours, and over them the user's. */
    Properties properties(Database database) {
        var all = new Properties();
        if (this == MARIADB) {
            all.setProperty("connectTimeout", Long.toString(CONNECT_SECONDS * MS));
            all.setProperty(
                    "socketTimeout", Long.toString(database.answerTimeout().toMillis()));
            all.setProperty("useCatalogTerm", "SCHEMA");
        }
        if (this == POSTGRESQL) {
            all.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
            all.setProperty("loginTimeout", Integer.toString(CONNECT_SECONDS));
            all.setProperty(
                    "socketTimeout",
                    Long.toString(Math.max(1, database.answerTimeout().toSeconds())));
            all.setProperty("tcpKeepAlive", "true");
            all.setProperty("ApplicationName", "staunch");
            all.setProperty("reWriteBatchedInserts", "true");
            all.setProperty("logServerErrorDetail", "false");
            if (database.hasSeveralHosts()) {
                all.setProperty(TARGET, PRIMARY);
            }
        }
        all.putAll(database.properties());
        return all;
    }

    /** What a new connection is told, in a transaction of its own. */
    String session(Database database) {
        long lockMs = database.lockTimeout().toMillis();
        return switch (this) {
            case POSTGRESQL ->
                "SET lock_timeout = " + lockMs + "; SET idle_in_transaction_session_timeout = " + IDLE_TRANSACTION_MS
                        + "; SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
            case MARIADB -> {
                long lockSeconds = (lockMs + MS - 1) / MS;
                yield "SET SESSION sql_mode = '" + MARIADB_MODES
                        + "', time_zone = '+00:00', innodb_lock_wait_timeout = "
                        + lockSeconds + ", lock_wait_timeout = " + lockSeconds + ", idle_transaction_timeout = "
                        + IDLE_TRANSACTION_MS / MS;
            }
            case H2 -> "SET LOCK_TIMEOUT " + lockMs;
        };
    }

    /** A name as the database takes it if it is not quoted. */
    String folded(String name) {
        return switch (this) {
            case POSTGRESQL -> name.toLowerCase(Locale.ROOT);
            case MARIADB -> name;
            case H2 -> name.toUpperCase(Locale.ROOT);
        };
    }

    /** The exact name of a column in the one form in which names are compared: those of MariaDB are the same in capitals and in small letters. */
    String column(String exactName) {
        return this == MARIADB ? exactName.toLowerCase(Locale.ROOT) : exactName;
    }

    /** For SQL. MariaDB takes double quotes for texts unless its session is told otherwise, and backquotes always. */
    String quoted(String exactName) {
        char quote = this == MARIADB ? '`' : '"';
        return quote + exactName.replace(String.valueOf(quote), String.valueOf(quote) + quote) + quote;
    }

    String list(Collection<String> exactNames) {
        return exactNames.stream().map(this::quoted).collect(Collectors.joining(", "));
    }

    /** What stands behind the columns of a table that this package makes: transactions, and names that are compared as they are. */
    String tableOptions() {
        return this == MARIADB ? " ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin" : "";
    }

    /** The longest name of a resource, in characters: what fits into MariaDB's keys of 3072 bytes. */
    int resourceLength() {
        return this == MARIADB ? 560 : 800;
    }

    /** The type of texts of any length. */
    String longText() {
        return this == MARIADB ? "LONGTEXT" : "TEXT";
    }

    /** MariaDB's driver converts no values without a zone, and its session is told that it is in UTC. */
    void setInstant(PreparedStatement statement, int index, Instant value) throws SQLException {
        statement.setObject(
                index,
                this == MARIADB ? LocalDateTime.ofInstant(value, ZoneOffset.UTC) : value.atOffset(ZoneOffset.UTC));
    }

    /** The value of a column of a row, or null. */
    @Nullable
    Instant instant(ResultSet row, int index) throws SQLException {
        if (this == MARIADB) {
            LocalDateTime there = row.getObject(index, LocalDateTime.class);
            return there == null ? null : there.toInstant(ZoneOffset.UTC);
        }
        OffsetDateTime there = row.getObject(index, OffsetDateTime.class);
        return there == null ? null : there.toInstant();
    }

    String insert(String table, List<String> columns) {
        String values = columns.stream().map(each -> "?").collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + list(columns) + ") VALUES (" + values + ")";
    }

    /** Inserts a row, or overwrites the one with the same key. No two rows of one batch may have the same key. */
    String upsert(String table, List<String> columns, List<String> key) {
        return switch (this) {
            case POSTGRESQL -> {
                String set = columns.stream()
                        .filter(column -> !key.contains(column))
                        .map(column -> quoted(column) + " = EXCLUDED." + quoted(column))
                        .collect(Collectors.joining(", "));
                yield insert(table, columns) + " ON CONFLICT (" + list(key) + ") DO "
                        + (set.isEmpty() ? "NOTHING" : "UPDATE SET " + set);
            }
            // By whichever unique index is in the way: the look at the table sees to it that there is no other. Of this
            // one the row may have another
            // key, which is the same to a collation, or in its beginning: a key can't be NULL, so that is refused.
            case MARIADB -> {
                Stream<String> same = key.stream()
                        .map(this::quoted)
                        .map(name ->
                                name + " = IF(BINARY " + name + " = BINARY VALUES(" + name + "), " + name + ", NULL)");
                Stream<String> set = columns.stream()
                        .filter(column -> !key.contains(column))
                        .map(column -> quoted(column) + " = VALUES(" + quoted(column) + ")");
                yield insert(table, columns) + " ON DUPLICATE KEY UPDATE "
                        + Stream.concat(same, set).collect(Collectors.joining(", "));
            }
            case H2 ->
                insert(table, columns)
                        .replaceFirst("^INSERT", "MERGE")
                        .replace(") VALUES (", ") KEY (" + list(key) + ") VALUES (");
        };
    }
}
