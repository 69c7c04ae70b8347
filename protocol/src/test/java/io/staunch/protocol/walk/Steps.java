package io.staunch.protocol.walk;

/**
 * Takes the steps that are possible in a state.
 *
 * @param <S> states
 */
public interface Steps<S> {
    /** A step that a live process may count on: from a live state such steps alone must be able to reach everything. */
    void step(String name, S next);

    /** A step that nobody may count on: a fault, a step of a process that was left behind, the start of another process. */
    void fault(String name, S next);

    /** A step that must not be possible. */
    void wrong(String name, String why);
}
