package io.staunch.state;

/** Makes the state handles of a function without keys: lists per task, redistributed over the tasks when a job is rescaled. */
public interface OperatorStates {
    <T> ListState<T> list(String name, Class<T> elementType);
}
