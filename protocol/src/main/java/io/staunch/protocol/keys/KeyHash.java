package io.staunch.protocol.keys;

import io.staunch.error.ConfigurationException;

/**
 * 64-bit hashes of keys. They decide where a key's state is kept, also in checkpoints: they never change, in no JVM and no release.
 *
 * <p>For long and int keys the hash is a bijection, so that it can stand for the key ({@link #toLong}). For all others two keys can have
 * the same hash, and the key has to be compared too. How each class is hashed is written at {@link KeyHashers}.
 */
public final class KeyHash {
    private static final long FIRST = 0xbf58476d1ce4e5b9L;
    private static final long SECOND = 0x94d049bb133111ebL;
    private static final long FIRST_INVERSE = 0x96de1b173f119089L;
    private static final long SECOND_INVERSE = 0x319642b2d24d8ec3L;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private KeyHash() {}

    /**
     * The finaliser of SplitMix64 (Stafford's variant 13): each bit of the key changes each bit of the hash with a probability of about a
     * half. 0 stays 0.
     */
    public static long of(long key) {
        long h = (key ^ (key >>> 30)) * FIRST;
        h = (h ^ (h >>> 27)) * SECOND;
        return h ^ (h >>> 31);
    }

    /** The same as of the long of the same value. */
    public static long of(int key) {
        return of((long) key);
    }

    /** Of the 32-bit hash that {@link String#hashCode} specifies, which the JVM keeps with the string. */
    public static long of(String key) {
        return of(key.hashCode());
    }

    /** The long or int key that has this hash: the inverse of {@link #of(long)}. */
    public static long toLong(long hash) {
        long h = hash ^ (hash >>> 31) ^ (hash >>> 62);
        h *= SECOND_INVERSE;
        h = h ^ (h >>> 27) ^ (h >>> 54);
        h *= FIRST_INVERSE;
        return h ^ (h >>> 30) ^ (h >>> 60);
    }

    /**
     * The hasher of a class of keys.
     *
     * @throws ConfigurationException if the class can't be a key; says which part of it by path, and what to use
     */
    public static <K> KeyHasher<K> hasher(Class<K> type) {
        return KeyHashers.of(type);
    }

    /** Puts the hash of one more part to those of the parts before it; order counts. */
    static long then(long before, long part) {
        return of(before * GOLDEN + part);
    }
}
