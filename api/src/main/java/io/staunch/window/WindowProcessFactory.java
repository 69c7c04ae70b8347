package io.staunch.window;

import io.staunch.state.KeyedStates;
import java.io.Serializable;

/**
 * Makes a function over the results of windows with its state handles. Called when the pipeline is planned or its guarantee is computed, and once per task; must have
 * no other effect. States named {@code newest pane}, {@code earlier panes} and the like are the windows' own.
 */
@FunctionalInterface
public interface WindowProcessFactory<K, R, O> extends Serializable {
    WindowProcess<K, R, O> make(KeyedStates states);
}
