package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How far Lincheck explores: a little in each build, more with {@code -Dstaunch.concurrency=long}. */
public final class Concurrency {
    private static final int LONGER = "long".equals(System.getProperty("staunch.concurrency")) ? 20 : 1;

    /** So many calls are made by one thread before those of two. */
    private static final int CALLS_BEFORE = 4;

    private Concurrency() {}

    /** In all interleavings that are explored the class behaves like the same calls one after the other. */
    public static void holds(Class<?> type) {
        assertThatCode(() -> check(type, CALLS_BEFORE, 3 * LONGER, 50 * LONGER)).doesNotThrowAnyException();
    }

    /** The class is broken, and an interleaving is found that shows it. */
    public static void isFound(Class<?> type) {
        assertThatThrownBy(() -> check(type, CALLS_BEFORE, 50, 100)).isInstanceOf(AssertionError.class);
    }

    /** The same for a class whose first calls have to meet. */
    public static void isFoundAtOnce(Class<?> type) {
        assertThatThrownBy(() -> check(type, 0, 50, 100)).isInstanceOf(AssertionError.class);
    }

    private static void check(Class<?> type, int before, int iterations, int invocations) {
        new ModelCheckingOptions()
                .iterations(iterations)
                .invocationsPerIteration(invocations)
                .threads(2)
                .actorsBefore(before)
                .actorsPerThread(3)
                .minimizeFailedScenario(false)
                .check(type);
    }
}
