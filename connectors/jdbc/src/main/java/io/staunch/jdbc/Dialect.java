package io.staunch.jdbc;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What differs between databases. */
enum Dialect {
    POSTGRESQL("PostgreSQL", "jdbc:postgresql:", "org.postgresql.Driver", "org.postgresql:postgresql"),
    H2("H2", "jdbc:h2:", "org.h2.Driver", "com.h2database:h2");

    /** A client that stands still in the middle of a transaction keeps rows from its successor no longer than this. */
    private static final int IDLE_TRANSACTION_MS = 60_000;

    private static final String CONNECT_SECONDS = "5";

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
            case POSTGRESQL -> true;
            case H2 -> false;
        };
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
        if (this == H2 && delaysWrites(database)) {
            problems.add("the URL of " + database.place()
                    + " sets WRITE_DELAY, with which a crash loses what was committed: leave it out");
        }
    }

    private static boolean delaysWrites(Database database) {
        String url = database.url().toUpperCase(Locale.ROOT);
        return url.contains(";WRITE_DELAY=") && !url.matches(".*;WRITE_DELAY=0(;.*)?");
    }

    /** Whether everything is gone when the process ends that holds it. */
    boolean forgets(Database database) {
        return this == H2 && database.url().startsWith("jdbc:h2:mem:");
    }

    /** With what the guarantee needs. */
    String url(Database database) {
        return switch (this) {
            case POSTGRESQL -> database.url();
            case H2 ->
                database.url().toUpperCase(Locale.ROOT).contains(";WRITE_DELAY=")
                        ? database.url()
                        : database.url() + ";WRITE_DELAY=0";
        };
    }

    /** The driver's settings: ours, and over them the user's. */
    Properties properties(Database database) {
        var all = new Properties();
        if (this == POSTGRESQL) {
            all.setProperty("connectTimeout", CONNECT_SECONDS);
            all.setProperty("loginTimeout", CONNECT_SECONDS);
            all.setProperty(
                    "socketTimeout",
                    Long.toString(Math.max(1, database.answerTimeout().toSeconds())));
            all.setProperty("tcpKeepAlive", "true");
            all.setProperty("ApplicationName", "staunch");
            all.setProperty("reWriteBatchedInserts", "true");
            all.setProperty("logServerErrorDetail", "false");
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
            case H2 -> "SET LOCK_TIMEOUT " + lockMs;
        };
    }

    /** A name as the database takes it if it is not quoted. */
    String folded(String name) {
        return switch (this) {
            case POSTGRESQL -> name.toLowerCase(Locale.ROOT);
            case H2 -> name.toUpperCase(Locale.ROOT);
        };
    }

    static String quoted(String exactName) {
        return '"' + exactName.replace("\"", "\"\"") + '"';
    }

    static String list(Collection<String> exactNames) {
        return exactNames.stream().map(Dialect::quoted).collect(Collectors.joining(", "));
    }

    static String insert(String table, List<String> columns) {
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
            case H2 ->
                insert(table, columns)
                        .replaceFirst("^INSERT", "MERGE")
                        .replace(") VALUES (", ") KEY (" + list(key) + ") VALUES (");
        };
    }
}
