package io.staunch.testkit.simulation.oracle;

import org.jspecify.annotations.Nullable;

/**
 * One record of committed output, as a reader of committed records sees it.
 *
 * @param partition where it was
 * @param key null if it has none; compared by {@code equals}
 * @param value compared by {@code equals}
 * @param process number of the simulated process that wrote it; 0 if that is not known
 * @param execution how often the job had restarted in that process before it began to write this; 0 if that is not known
 */
public record Output(int partition, @Nullable Object key, Object value, int process, int execution) {
    /** Of a process that is not known. */
    public Output(int partition, @Nullable Object key, Object value) {
        this(partition, key, value, 0, 0);
    }
}
