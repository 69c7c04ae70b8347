package io.staunch.runtime.task;

/** A user's function threw. Goes up the chain to the task, which knows the record's place. */
public final class OperatorFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String operator;

    OperatorFailure(String operator, Throwable cause) {
        super("operator '" + operator + "'", cause);
        this.operator = operator;
    }

    public String operator() {
        return operator;
    }

    /** For a function that gave null where a value is needed. */
    static OperatorFailure nothing(String operator, String what) {
        return new OperatorFailure(operator, new NullPointerException("the function returned null as " + what));
    }
}
