package io.staunch.protocol.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.TestReporter;

/** Bounds and verdicts of the walks. */
public final class Walks {
    /** Whether the larger bounds are walked, too: {@code -Dstaunch.walk=full}. */
    public static final boolean FULL = "full".equals(System.getProperty("staunch.walk"));

    private static final Path FIGURES = Path.of("target", "walk.txt");

    private Walks() {}

    /** Nothing is wrong in any state, and everything is reachable from every live one. */
    public static void holds(String name, World<?> world, TestReporter reporter) {
        Outcome outcome = Walk.of(world);
        String figures = outcome.states() + " states | depth " + outcome.deepest() + " | " + outcome.millis() + " ms";
        report(name + " | " + figures, reporter);
        assertThat(outcome.violation()).as(outcome.toString()).isNull();
        assertThat(outcome.done()).as("states with everything done").isPositive();
    }

    /** The world is broken, and the walk finds out. */
    public static void isFound(String name, World<?> world, TestReporter reporter) {
        Outcome outcome = Walk.of(world);
        report(name + " | after " + outcome.path().size() + " steps | " + outcome.violation(), reporter);
        assertThat(outcome.violation()).as("not found: " + outcome).isNotNull();
        assertThat(outcome.path()).doesNotContain("?");
    }

    /** Figures go to the report, and to a file for the table in docs/protocol.md. */
    private static void report(String row, TestReporter reporter) {
        reporter.publishEntry("walk", row);
        try {
            Files.writeString(FIGURES, row + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
