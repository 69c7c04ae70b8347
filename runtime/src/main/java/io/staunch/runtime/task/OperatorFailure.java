package io.staunch.runtime.task;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;

/** A user's function threw. Goes up the chain to the task, which knows the record's place. */
public final class OperatorFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String operator;

    public OperatorFailure(String operator, Throwable cause) {
        super("operator '" + operator + "'", cause);
        this.operator = operator;
    }

    public String operator() {
        return operator;
    }

    /** What came out of a call of the operator's function: its own failure, or that of an operator behind it. */
    static OperatorFailure of(String operator, Throwable thrown) {
        return thrown instanceof OperatorFailure failure ? failure : new OperatorFailure(operator, thrown);
    }

    /** For a function that gave null where a value is needed. */
    static OperatorFailure nothing(String operator, String what) {
        return new OperatorFailure(
                operator, new StaunchException("the function gave null as " + what, Remedy.RESTART_FROM_CHECKPOINT));
    }
}
