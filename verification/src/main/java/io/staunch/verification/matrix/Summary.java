package io.staunch.verification.matrix;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * All outcomes of one fault at one subject.
 *
 * @param outcomes at least one
 */
record Summary(Subject subject, Fault fault, List<Outcome> outcomes) {
    Summary {
        outcomes = List.copyOf(outcomes);
    }

    long runs() {
        return outcomes.stream().filter(Outcome::ran).count();
    }

    long survived() {
        return outcomes.stream().filter(Outcome::survived).count();
    }

    long sum(ToLongFunction<Tally.Figures> figure) {
        return outcomes.stream().map(Outcome::figures).mapToLong(figure).sum();
    }

    /** How many runs had any of these. */
    long runsWith(ToLongFunction<Tally.Figures> figure) {
        return outcomes.stream()
                .map(Outcome::figures)
                .filter(figures -> figure.applyAsLong(figures) > 0)
                .count();
    }

    long startedAnew() {
        return outcomes.stream().mapToLong(Outcome::startedAnew).sum();
    }

    /** Why it was not run, or an empty text. */
    String notRun() {
        return outcomes.stream()
                .map(Outcome::notRun)
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse("");
    }
}
