package io.staunch.kafka;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** What two maps have not in common. */
final class Maps {
    private Maps() {}

    /** Keys that only one has, or that both have with different values. */
    static <V> Set<String> differences(Map<String, V> one, Map<String, V> other) {
        Set<String> keys = new TreeSet<>(one.keySet());
        keys.addAll(other.keySet());
        keys.removeIf(key -> Objects.equals(one.get(key), other.get(key)));
        return keys;
    }
}
