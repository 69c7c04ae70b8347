package io.staunch.process;

import io.staunch.state.KeyedStates;
import java.io.Serializable;

/**
 * Makes a keyed function with its state handles. Called when the pipeline is planned or its guarantee is computed, and once per task; must have no other effect.
 */
@FunctionalInterface
public interface KeyedProcessFactory<K, I, O> extends Serializable {
    KeyedProcess<K, I, O> make(KeyedStates states);
}
