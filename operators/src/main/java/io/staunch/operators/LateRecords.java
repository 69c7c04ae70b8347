package io.staunch.operators;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.graph.Sided;
import io.staunch.process.KeyedProcess.Context;
import io.staunch.process.SideOutput;
import org.jspecify.annotations.Nullable;

/** Where records go that no window takes. */
@FunctionalInterface
interface LateRecords<T> {
    void take(T value, Context<?, ?> context);

    /** @param output null for nowhere */
    static <T> LateRecords<T> to(@Nullable SideOutput<T> output) {
        return (value, context) -> emit(output, value, context);
    }

    /** Each side's to its own; null for nowhere. */
    static LateRecords<Sided> to(@Nullable SideOutput<Object> ofLeft, @Nullable SideOutput<Object> ofRight) {
        return (sided, context) -> emit(sided.left() ? ofLeft : ofRight, sided.value(), context);
    }

    private static <T> void emit(@Nullable SideOutput<T> output, T value, Context<?, ?> context) {
        if (output != null) {
            context.emit(output, value);
        } else {
            context.dropLate();
        }
    }

    /** The record's timestamp. */
    static long timestamp(Context<?, ?> context) {
        long timestamp = context.timestamp();
        if (timestamp == Long.MIN_VALUE) {
            throw new StaunchException(
                    "a record without a timestamp came to windows of event time: a timer of processing time has"
                            + " emitted it, which windows can't stand behind",
                    Remedy.FAIL_JOB);
        }
        return timestamp;
    }
}
