package io.staunch.testkit.simulation.oracle;

import org.jspecify.annotations.Nullable;

/**
 * One record of committed output, as a reader of committed records sees it.
 *
 * @param partition where it was
 * @param key null if it has none; compared by {@code equals}
 * @param value compared by {@code equals}
 */
public record Output(int partition, @Nullable Object key, Object value) {}
