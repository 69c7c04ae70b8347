package io.staunch.protocol.walk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.TestReporter;

/** Bounds and verdicts of the walks. */
public final class Walks {
    /** Whether the larger bounds are walked, too: {@code -Dstaunch.walk=full}. */
    public static final boolean FULL = "full".equals(System.getProperty("staunch.walk"));

    private Walks() {}

    /** Nothing is wrong in any state, and everything is reachable from every live one. */
    public static void holds(String name, World<?> world, TestReporter reporter) {
        Outcome outcome = Walk.of(world);
        reporter.publishEntry(
                "holds", name + " | " + outcome.states() + " | " + outcome.deepest() + " | " + outcome.millis());
        assertThat(outcome.violation()).as(outcome.toString()).isNull();
        assertThat(outcome.done()).as("states with everything done").isPositive();
    }

    /** The world is broken, and the walk finds out. */
    public static void isFound(String name, World<?> world, TestReporter reporter) {
        Outcome outcome = Walk.of(world);
        reporter.publishEntry("found", name + " | " + outcome.path().size() + " | " + outcome.violation());
        assertThat(outcome.violation()).as("not found: " + outcome).isNotNull();
        assertThat(outcome.path()).doesNotContain("?");
    }
}
