package io.staunch.runtime.task;

import io.staunch.process.SideOutput;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ways out of a function with side outputs. Owned by the task's worker. */
final class Exits {
    private final String operator;
    private final Receiver main;
    private final Map<String, Receiver> sides;

    Exits(String operator, Receiver main, Map<String, Receiver> sides) {
        this.operator = operator;
        this.main = main;
        this.sides = sides;
    }

    void emit(@Nullable Object value, long timestamp) {
        if (value == null) {
            throw OperatorFailure.nothing(operator, "a record");
        }
        main.accept(value, timestamp);
    }

    /** A side output that nobody reads is dropped, as the main output of a function would not be. */
    void emit(SideOutput<?> output, @Nullable Object value, long timestamp) {
        if (value == null) {
            throw OperatorFailure.nothing(operator, "a record for side output '" + output.name() + "'");
        }
        Receiver side = sides.get(output.name());
        if (side != null) {
            side.accept(value, timestamp);
        }
    }
}
