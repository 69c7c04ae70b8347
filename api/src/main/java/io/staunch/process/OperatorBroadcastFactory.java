package io.staunch.process;

import io.staunch.state.BroadcastState;
import io.staunch.state.OperatorStates;
import java.io.Serializable;

/**
 * Makes a function without keys that reads a table which is broadcast. Called once when the pipeline is planned and once per task; must have no other effect.
 *
 * @param <BK> keys of the table
 * @param <BV> values of the table
 */
@FunctionalInterface
public interface OperatorBroadcastFactory<I, O, BK, BV> extends Serializable {
    OperatorProcess<I, O> make(OperatorStates states, BroadcastState<BK, BV> table);
}
