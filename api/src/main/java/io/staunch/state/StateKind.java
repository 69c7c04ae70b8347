package io.staunch.state;

/** The shape of a state. */
public enum StateKind {
    VALUE,
    LIST,
    MAP,
    REDUCING,
    OPERATOR_LIST,
    /** A set of times for each key. */
    TIMERS
}
