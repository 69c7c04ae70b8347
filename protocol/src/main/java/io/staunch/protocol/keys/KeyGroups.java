package io.staunch.protocol.keys;

/** Key groups: the parts in which keyed state is captured, restored and moved between tasks. */
public final class KeyGroups {
    private KeyGroups() {}

    /**
     * The group of a key. It is made of the hash's upper 32 bits (multiply and shift), so that tables, which use the lower ones, spread
     * the keys of one group.
     *
     * @param hash made by {@link KeyHash}
     * @return 0 to {@code keyGroups - 1}
     */
    public static int of(long hash, int keyGroups) {
        return (int) (((hash >>> 32) * keyGroups) >>> 32);
    }
}
