package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Waits for what an outside does in its own time; after {@code limit} it is taken for something that will never be. */
record Patience(Duration limit, Runnable turn) {
    void until(Supplier<String> missing, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                fail(missing.get());
            }
            turn.run();
        }
    }
}
