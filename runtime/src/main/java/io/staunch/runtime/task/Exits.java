package io.staunch.runtime.task;

import io.staunch.process.SideOutput;
import io.staunch.protocol.time.Watermark;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ways out of a function with side outputs. Owned by the task's worker. */
final class Exits {
    private final String operator;
    private final Receiver main;
    private final Map<String, Receiver> sides;
    private final CallGuard guard;

    Exits(String operator, Receiver main, Map<String, Receiver> sides, CallGuard guard) {
        this.operator = operator;
        this.main = main;
        this.sides = sides;
        this.guard = guard;
    }

    /** Takes what goes the main way, for those who need not be watched. */
    Receiver main() {
        return main;
    }

    /** Called when a function has returned: what failed behind a way out and was swallowed is thrown. */
    void check() {
        guard.check();
    }

    void emit(@Nullable Object value, long timestamp) {
        guard.emitting(operator);
        if (value == null) {
            throw guard.note(OperatorFailure.nothing(operator, "a record"));
        }
        pass(main, value, timestamp);
    }

    /** A side output that nobody reads is dropped, as the main output of a function would not be. */
    void emit(SideOutput<?> output, @Nullable Object value, long timestamp) {
        guard.emitting(operator);
        if (value == null) {
            throw guard.note(OperatorFailure.nothing(operator, "a record for side output '" + output.name() + "'"));
        }
        Receiver side = sides.get(output.name());
        if (side != null) {
            pass(side, value, timestamp);
        }
    }

    /** Event time goes on, on every way out. */
    void watermark(Watermark watermark) {
        main.watermark(watermark);
        for (Receiver side : sides.values()) {
            side.watermark(watermark);
        }
    }

    private void pass(Receiver to, Object value, long timestamp) {
        try {
            to.accept(value, timestamp);
        } catch (RuntimeException | Error e) {
            guard.note(e);
            throw e;
        }
    }
}
