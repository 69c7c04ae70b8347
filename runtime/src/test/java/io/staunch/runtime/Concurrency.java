package io.staunch.runtime;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How far Lincheck explores: a little in each build, more with {@code -Dstaunch.concurrency=long}. */
public final class Concurrency {
    private static final int LONGER = "long".equals(System.getProperty("staunch.concurrency")) ? 10 : 1;

    private Concurrency() {}

    /** Throws an {@link AssertionError} with the interleaving in which the class does not behave like the same calls one after the other. */
    public static void check(Class<?> type) {
        new ModelCheckingOptions()
                .iterations(6 * LONGER)
                .invocationsPerIteration(200 * LONGER)
                .threads(2)
                .actorsPerThread(3)
                .minimizeFailedScenario(false)
                .check(type);
    }
}
