package io.staunch.process;

import io.staunch.state.OperatorStates;
import java.io.Serializable;

/** Makes a function with its state handles. Called once when the pipeline is planned and once per task; must have no other effect. */
@FunctionalInterface
public interface OperatorProcessFactory<I, O> extends Serializable {
    OperatorProcess<I, O> make(OperatorStates states);
}
