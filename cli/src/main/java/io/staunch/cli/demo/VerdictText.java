package io.staunch.cli.demo;

import io.staunch.examples.airports.AirportDelays;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** A verdict for people. */
final class VerdictText {
    private static final int SHOWN = 5;

    private final FlightsVerdict verdict;
    private final Tally.Counts counts;
    private final List<String> lines = new ArrayList<>();

    private VerdictText(FlightsVerdict verdict) {
        this.verdict = verdict;
        this.counts = verdict.counts();
    }

    static List<String> of(FlightsVerdict verdict) {
        var text = new VerdictText(verdict);
        text.figures();
        text.totals();
        text.lines.add("");
        text.lines.add(text.conclusion());
        return text.lines;
    }

    private void figures() {
        lines.add("");
        figure("in", verdict.expected().records(), "flights");
        figure("out", counts.out(), "running totals, read_committed");
        figure("lost", counts.lost(), "");
        figure("duplicated", counts.duplicated(), "");
        figure("out of order", counts.outOfOrder(), "");
        figure("counted twice", counts.countedTwice(), "in the state");
        optional("not counted", counts.uncounted(), "in the state");
        figure("wrong totals", counts.wrongTotals(), "by an independent computation, record by record");
        optional("unknown", counts.foreign(), "records that no flight has made");
        figure(
                "kills",
                verdict.kills().count(),
                "by SIGKILL, " + verdict.kills().beforeCommit() + " of them between durable and committed");
        if (!verdict.kills().recoveries().isEmpty()) {
            lines.add("  recovery         " + verdict.kills().recoveryTimes());
        }
    }

    private void figure(String name, long value, String more) {
        lines.add(String.format(Locale.ROOT, "  %-15s %,10d  %s", name, value, more)
                .stripTrailing());
    }

    private void optional(String name, long value, String more) {
        if (value > 0) {
            figure(name, value, more);
        }
    }

    private void totals() {
        Map<String, AirportDelays> expected = verdict.expected().totals();
        List<String> wrong = new TreeSet<>(expected.keySet())
                .stream()
                        .filter(a -> !expected.get(a).equals(counts.totals().get(a)))
                        .toList();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "  totals: %d of %d airports agree with an independent computation",
                expected.size() - wrong.size(),
                expected.size()));
        lines.add("  airport     flights     delayed        minutes");
        List<String> shown = wrong.isEmpty() ? busiest(expected) : wrong;
        for (String airport : shown.subList(0, Math.min(SHOWN, shown.size()))) {
            AirportDelays found = counts.totals().get(airport);
            row(found == null ? new AirportDelays(airport, 0, 0, 0, "") : found, "");
            if (!wrong.isEmpty()) {
                row(expected.get(airport), "  is right");
            }
        }
    }

    private static List<String> busiest(Map<String, AirportDelays> totals) {
        return totals.values().stream()
                .sorted(Comparator.comparing(AirportDelays::flights).reversed())
                .map(AirportDelays::airport)
                .toList();
    }

    private void row(AirportDelays of, String more) {
        lines.add(String.format(
                Locale.ROOT,
                "  %-7s  %,10d  %,10d  %,13d%s",
                of.airport(),
                of.flights(),
                of.delayed(),
                of.minutes(),
                more));
    }

    private String conclusion() {
        return switch (verdict.kills().guarantee()) {
            case EXACTLY_ONCE ->
                verdict.exact()
                        ? "Exact: nothing lost, nothing twice, every total right."
                        : "WRONG: this is not exactly-once. That is a bug in Staunch: please report it with the seed of this run.";
            case AT_LEAST_ONCE ->
                verdict.kept()
                        ? "At least once: nothing lost, and whatever a kill interrupted may count again. That is what this guarantee is worth."
                        : "WRONG: records were lost, though at-least-once was asked for. That is a bug in Staunch: please report it.";
            case AT_MOST_ONCE ->
                verdict.kept()
                        ? "At most once: nothing twice, but each kill loses records, and the state. That is what this guarantee is worth."
                        : "WRONG: records came twice, though at-most-once was asked for. That is a bug in Staunch: please report it.";
        };
    }
}
