package io.staunch.process;

import io.staunch.state.BroadcastState;
import io.staunch.state.KeyedStates;
import java.io.Serializable;

/**
 * Makes a keyed function that reads a table which is broadcast. Called once when the pipeline is planned and once per task; must have no other effect.
 *
 * @param <BK> keys of the table
 * @param <BV> values of the table
 */
@FunctionalInterface
public interface BroadcastProcessFactory<K, I, O, BK, BV> extends Serializable {
    KeyedProcess<K, I, O> make(KeyedStates states, BroadcastState<BK, BV> table);
}
