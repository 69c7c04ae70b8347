package io.staunch.runtime.plan;

import io.staunch.process.KeyedProcess;
import io.staunch.time.Timer;

/** The states in which a keyed function's timers are kept. */
public final class TimerStates {
    /** Name of the state of those that go by event time. */
    public static final String EVENT_TIME = "event-time timers";

    /** Name of the state of those that go by the wall clock. */
    public static final String PROCESSING_TIME = "processing-time timers";

    private TimerStates() {}

    /** Whether a function has timers: whether it says what to do when one fires. */
    public static boolean has(KeyedProcess<?, ?, ?> function) {
        try {
            return function.getClass()
                            .getMethod("onTimer", Timer.class, KeyedProcess.Context.class)
                            .getDeclaringClass()
                    != KeyedProcess.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every keyed function has the method", e);
        }
    }
}
