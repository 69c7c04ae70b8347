package io.staunch.kafka.port;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one client under Kafka's own names, secrets included, as they are handed over to the client. Lives as
 * long as the making of a client: nothing keeps it. {@link #toString} shows names and no values.
 */
public final class ClientSettings {
    private final SortedMap<String, String> values;

    public ClientSettings(Map<String, String> values) {
        this.values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** The value of a setting, or null if it is not set. */
    public @Nullable String value(String name) {
        return values.get(name);
    }

    /** All settings by name. */
    public SortedMap<String, String> values() {
        return values;
    }

    @Override
    public String toString() {
        return "settings " + values.keySet();
    }
}
