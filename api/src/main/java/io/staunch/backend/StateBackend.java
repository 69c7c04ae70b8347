package io.staunch.backend;

import io.staunch.graph.KeySelector;

/** Makes the keyed state of tasks: where it lives while a job runs. Used by several threads at once. */
@FunctionalInterface
public interface StateBackend {
    /**
     * The keyed state of one operator in one task, empty and without states.
     *
     * @param kind how keys come
     * @param key their class
     * @param keyGroups of the job
     * @param range the task's groups; no other key is ever selected
     * @throws io.staunch.error.ConfigurationException if the class can't be a key
     */
    KeyedBackend keyed(KeySelector.Kind kind, Class<?> key, int keyGroups, KeyGroupRange range);
}
