package io.staunch.kafka.testkit.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link KafkaBroker} is started with. Start from {@link #defaults()} and change what matters.
 *
 * @param folder where the broker keeps its data, settings and log; it is made if missing and kept at the end.
 *     Null: a temporary folder, deleted by {@link KafkaBroker#close()}
 * @param port the port for clients on 127.0.0.1; 0 chooses a free one. It stays the same over restarts
 * @param advertisedPort the port that the broker tells clients to use, for a proxy in between; 0 means {@code port}
 * @param secured true: clients need TLS, a user (SCRAM-SHA-512) and access rights; false: neither
 * @param heapMb the heap of the broker's JVM, in MiB
 * @param startTimeoutMs how long a start or a request of the administrator may take, in milliseconds
 * @param classPath what the broker's JVM runs on; needs {@code org.apache.kafka:kafka_2.13} and this module
 * @param overrides settings of Kafka's {@code server.properties}; they win over those of this kit
 */
public record BrokerSettings(
        @Nullable Path folder,
        int port,
        int advertisedPort,
        boolean secured,
        int heapMb,
        long startTimeoutMs,
        String classPath,
        Map<String, String> overrides) {
    /**
     * Checks all values.
     *
     * @throws IllegalArgumentException naming every mistake, not just the first
     */
    public BrokerSettings {
        overrides = Map.copyOf(overrides);
        List<String> mistakes = new ArrayList<>();
        checkPort("port", port, mistakes);
        checkPort("advertisedPort", advertisedPort, mistakes);
        if (heapMb < 64) {
            mistakes.add("heapMb is " + heapMb + "; a broker needs at least 64");
        }
        if (startTimeoutMs <= 0) {
            mistakes.add("startTimeoutMs is " + startTimeoutMs + "; it must be positive");
        }
        if (classPath.isBlank()) {
            mistakes.add("classPath is empty; leave it out to use that of this JVM");
        }
        for (String name : new TreeMap<>(overrides).keySet()) {
            if (BrokerProperties.DECIDED_BY_THE_KIT.contains(name)) {
                mistakes.add("override '" + name + "' is decided by the kit; leave it out");
            }
        }
        if (!mistakes.isEmpty()) {
            throw new IllegalArgumentException("Broker settings: " + String.join("; ", mistakes));
        }
    }

    /** A broker without security on a free port, in a temporary folder, on the class path of this JVM. */
    public static BrokerSettings defaults() {
        return new BrokerSettings(null, 0, 0, false, 256, 60_000, System.getProperty("java.class.path"), Map.of());
    }

    /** Keeps the data in this folder, also after {@link KafkaBroker#close()}. A later broker goes on with it. */
    public BrokerSettings withFolder(Path newFolder) {
        return new BrokerSettings(
                newFolder, port, advertisedPort, secured, heapMb, startTimeoutMs, classPath, overrides);
    }

    /** Listens for clients on this port. */
    public BrokerSettings withPort(int newPort) {
        return new BrokerSettings(
                folder, newPort, advertisedPort, secured, heapMb, startTimeoutMs, classPath, overrides);
    }

    /**
     * Tells clients to connect to this port of 127.0.0.1, where a proxy of the caller's listens. It must let connections
     * through while users are added or removed; everything else an administrator does goes past it.
     */
    public BrokerSettings withAdvertisedPort(int newAdvertisedPort) {
        return new BrokerSettings(
                folder, port, newAdvertisedPort, secured, heapMb, startTimeoutMs, classPath, overrides);
    }

    /** Asks clients for TLS, a user and access rights. */
    public BrokerSettings withSecurity() {
        return new BrokerSettings(folder, port, advertisedPort, true, heapMb, startTimeoutMs, classPath, overrides);
    }

    /** Gives the broker's JVM this much heap, in MiB. */
    public BrokerSettings withHeapMb(int newHeapMb) {
        return new BrokerSettings(
                folder, port, advertisedPort, secured, newHeapMb, startTimeoutMs, classPath, overrides);
    }

    /** Waits this long for a start, in milliseconds. */
    public BrokerSettings withStartTimeoutMs(long newStartTimeoutMs) {
        return new BrokerSettings(
                folder, port, advertisedPort, secured, heapMb, newStartTimeoutMs, classPath, overrides);
    }

    /** Runs the broker on another class path than this JVM's, say because this one holds another Kafka version. */
    public BrokerSettings withClassPath(String newClassPath) {
        return new BrokerSettings(
                folder, port, advertisedPort, secured, heapMb, startTimeoutMs, newClassPath, overrides);
    }

    /** Sets one of Kafka's broker settings, under its name in {@code server.properties}. */
    public BrokerSettings withOverride(String name, String value) {
        Map<String, String> more = new TreeMap<>(overrides);
        more.put(name, value);
        return new BrokerSettings(folder, port, advertisedPort, secured, heapMb, startTimeoutMs, classPath, more);
    }

    private static void checkPort(String name, int port, List<String> mistakes) {
        if (port < 0 || port > 65_535) {
            mistakes.add(name + " is " + port + "; it must be from 0 (choose a free one) to 65535");
        }
    }
}
