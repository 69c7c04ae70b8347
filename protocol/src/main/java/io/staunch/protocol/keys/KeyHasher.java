package io.staunch.protocol.keys;

/** Hashes keys of one class. Immutable, and for any number of threads at once. */
@FunctionalInterface
public interface KeyHasher<K> {
    /** @throws NullPointerException if the key is null */
    long hash(K key);
}
