package io.staunch.cli.demo;

import io.staunch.guarantee.Guarantee;
import java.time.Duration;

/**
 * Whether the job has work left. It has none when all that must come out has; and when nothing has come out for long, since then nothing will:
 * what is missing is lost. Owned by the demo's main thread.
 */
final class Backlog {
    private static final Duration QUIET = Duration.ofSeconds(60);

    /** Losses are the rule there, so it makes no sense to wait for what is missing. */
    private static final Duration QUIET_AT_MOST_ONCE = Duration.ofSeconds(5);

    private final OutputReader reader;
    private final int wanted;
    private final Duration quiet;
    private long out;
    private long changedNanos = System.nanoTime();

    Backlog(OutputReader reader, int wanted, Guarantee guarantee) {
        this.reader = reader;
        this.wanted = wanted;
        quiet = guarantee == Guarantee.AT_MOST_ONCE ? QUIET_AT_MOST_ONCE : QUIET;
    }

    /** The time without output counts from now. */
    void startOver() {
        changedNanos = System.nanoTime();
    }

    boolean done() {
        return reader.distinct() == wanted || quiet();
    }

    private boolean quiet() {
        if (reader.out() != out) {
            out = reader.out();
            startOver();
        }
        return System.nanoTime() - changedNanos > quiet.toNanos();
    }
}
