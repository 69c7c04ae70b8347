package io.staunch.operators;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.process.KeyedProcess.Context;
import io.staunch.process.SideOutput;
import org.jspecify.annotations.Nullable;

/** Where records go that no window takes. */
record LateRecords<T>(@Nullable SideOutput<T> output) {
    void take(T value, Context<?, ?> context) {
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
