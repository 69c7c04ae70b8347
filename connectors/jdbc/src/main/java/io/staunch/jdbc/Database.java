package io.staunch.jdbc;

import io.staunch.secret.Secret;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A database and how to reach it: a description, from which connections are made when a job runs. Sources and sinks of one process that describe
 * their database alike share a pool of connections. Never shows a secret.
 *
 * @param url a JDBC URL of PostgreSQL, MariaDB or H2, without user and password
 * @param user who connects, or null for the driver's default
 * @param password asked for whenever a connection is made; null for none
 * @param properties settings of the driver
 * @param connections the most that are open at once in this process; each sink and each reader needs one while it works
 * @param lockTimeout how long a statement waits for rows that somebody else holds
 * @param answerTimeout how long a connection waits for an answer before it is taken for lost
 */
public record Database(
        String url,
        @Nullable String user,
        @Nullable Secret password,
        SortedMap<String, String> properties,
        int connections,
        Duration lockTimeout,
        Duration answerTimeout)
        implements Serializable {
    private static final int CONNECTIONS = 10;
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(1);
    private static final List<String> SECRET_WORDS = List.of("password=", "user=", "pwd=");

    public Database {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(lockTimeout, "lockTimeout");
        Objects.requireNonNull(answerTimeout, "answerTimeout");
        properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    }

    /** @param url a JDBC URL, for example {@code jdbc:postgresql://db.example:5432/shop} */
    public static Database url(String url) {
        return new Database(url, null, null, new TreeMap<>(), CONNECTIONS, LOCK_TIMEOUT, ANSWER_TIMEOUT);
    }

    /** Who connects. */
    public Database user(String name) {
        return new Database(url, name, password, properties, connections, lockTimeout, answerTimeout);
    }

    /** Where the password is. */
    public Database password(Secret secret) {
        return new Database(url, user, secret, properties, connections, lockTimeout, answerTimeout);
    }

    /** A setting of the driver, over our defaults. */
    public Database property(String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(properties);
        more.put(name, value);
        return new Database(url, user, password, more, connections, lockTimeout, answerTimeout);
    }

    /** The most connections that this process has open at once. 10 by default. */
    public Database connections(int most) {
        return new Database(url, user, password, properties, most, lockTimeout, answerTimeout);
    }

    /** How long a statement waits for rows that somebody else holds. 10 seconds by default. */
    public Database lockTimeout(Duration limit) {
        return new Database(url, user, password, properties, connections, limit, answerTimeout);
    }

    /** How long a connection waits for an answer before it is taken for lost; longer than {@code lockTimeout}. A minute by default. */
    public Database answerTimeout(Duration limit) {
        return new Database(url, user, password, properties, connections, lockTimeout, limit);
    }

    /** All mistakes, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        String lower = url.toLowerCase(Locale.ROOT);
        if (SECRET_WORDS.stream().anyMatch(lower::contains)
                || lower.replaceFirst("^[^/]*//", "").matches("[^/]*@.*")) {
            problems.add("the URL of " + place()
                    + " has a user or a password in it, where they would be seen: use user(...) and"
                    + " password(Secret.env(...))");
        }
        Dialect.of(url)
                .ifPresentOrElse(
                        dialect -> dialect.problems(this, problems),
                        () -> problems.add(
                                "'" + place()
                                        + "' is no URL of a database that is known here: jdbc:postgresql:, jdbc:mariadb: or jdbc:h2:"));
        properties.keySet().stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).contains("password") || name.equals("user"))
                .forEach(name ->
                        problems.add("property '" + name + "' of " + place() + ": use user(...) and password(...)"));
        if (connections < 1) {
            problems.add("connections is " + connections + ", must be at least 1");
        }
        if (lockTimeout.toMillis() < 1) {
            problems.add("lockTimeout is " + lockTimeout + ", must be at least a millisecond");
        }
        if (answerTimeout.compareTo(lockTimeout) <= 0) {
            problems.add("answerTimeout (" + answerTimeout + ") must be longer than lockTimeout (" + lockTimeout
                    + "), or a lock that is held would look like a database that is gone");
        }
        return problems;
    }

    Dialect dialect() {
        return Dialect.of(url).orElseThrow(() -> new IllegalStateException(place() + " is not checked"));
    }

    /** Where it is, for people: the URL without its parameters. */
    String place() {
        return url.replaceFirst("^jdbc:", "").replaceFirst("[?;].*$", "").replaceFirst("//[^/@]*@", "//");
    }

    /** Whether the URL names several servers, of which the driver takes one. */
    boolean hasSeveralHosts() {
        return url.matches("[^/]*//[^/?;]*,.*");
    }

    /** Its name without the host, so that a database that moves is still the same. */
    String name() {
        return place().replaceFirst("^.*[/:\\\\]", "");
    }

    @Override
    public String toString() {
        return place()
                + (user == null ? "" : ", user " + user)
                + (password == null ? "" : ", password from " + password);
    }
}
