package io.staunch.protocol.recovery;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Copies that can't be changed and have the order of their elements or keys, so that a start that finds the same decides the same in the
 * same order. {@link Set#copyOf} and {@link Map#copyOf} have another order in each process.
 */
final class Ordered {
    private Ordered() {}

    static <T extends Comparable<? super T>> Set<T> copyOf(Collection<T> elements) {
        return Collections.unmodifiableSet(new TreeSet<>(elements));
    }

    static <K extends Comparable<? super K>, V> Map<K, V> copyOf(Map<K, V> entries) {
        return Collections.unmodifiableMap(new TreeMap<>(entries));
    }
}
