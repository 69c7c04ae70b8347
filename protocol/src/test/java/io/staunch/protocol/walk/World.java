package io.staunch.protocol.walk;

import org.jspecify.annotations.Nullable;

/**
 * A small world that is explored whole: from its start, every order of its steps. States are immutable values.
 *
 * @param <S> states
 */
public interface World<S> {
    /** Where it begins. */
    S start();

    /** Tells every step that is possible in a state. */
    void steps(S state, Steps<S> steps);

    /** What is wrong with a state, or null. */
    @Nullable
    String violation(S state);

    /** Whether a state is one from which the rest must still be reachable by steps that {@link Steps#step} told. */
    boolean live(S state);

    /** Whether everything that was to be reached is. */
    boolean done(S state);

    /** The parts of a state, always as many, each a value: states share them, so that many states fit into memory. */
    Object[] parts(S state);

    /** The state of these parts. */
    S of(Object[] parts);
}
