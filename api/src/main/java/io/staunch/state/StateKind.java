package io.staunch.state;

/** The shape of a state. */
public enum StateKind {
    VALUE,
    LIST,
    MAP,
    REDUCING,
    OPERATOR_LIST
}
