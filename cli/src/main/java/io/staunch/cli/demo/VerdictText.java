package io.staunch.cli.demo;

import io.staunch.examples.airports.AirportDelays;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A verdict for people. */
final class VerdictText {
    private static final int SHOWN = 5;

    private final FlightsVerdict verdict;
    private final List<String> lines = new ArrayList<>();

    private VerdictText(FlightsVerdict verdict) {
        this.verdict = verdict;
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
        if (several()) {
            row("", verdict.found().keySet().stream().map(DemoSink::option), "");
        }
        figure("in", counts -> verdict.expected().records(), "flights");
        figure("out", Tally.Counts::out, "running totals" + (several() ? "" : ", read_committed"));
        figure("lost", Tally.Counts::lost, "");
        figure("duplicated", Tally.Counts::duplicated, "");
        figure("out of order", Tally.Counts::outOfOrder, "");
        figure("counted twice", Tally.Counts::countedTwice, "in the state");
        optional("not counted", Tally.Counts::uncounted, "in the state");
        figure("wrong totals", Tally.Counts::wrongTotals, "by an independent computation, record by record");
        optional("unknown", Tally.Counts::foreign, "records that no flight has made");
        row("kills", Stream.of(number(verdict.kills().count())), verdict.kills().words());
        if (!verdict.kills().recoveries().isEmpty()) {
            lines.add("  recovery         " + verdict.kills().recoveryTimes());
        }
    }

    private boolean several() {
        return verdict.found().size() > 1;
    }

    /** A column for each sink. */
    private void figure(String name, ToLongFunction<Tally.Counts> value, String more) {
        row(name, verdict.found().values().stream().map(counts -> number(value.applyAsLong(counts))), more);
    }

    private void optional(String name, ToLongFunction<Tally.Counts> value, String more) {
        if (verdict.found().values().stream().anyMatch(counts -> value.applyAsLong(counts) > 0)) {
            figure(name, value, more);
        }
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private void row(String name, Stream<String> values, String more) {
        String columns =
                values.map(value -> String.format(Locale.ROOT, " %10s", value)).collect(Collectors.joining());
        lines.add(
                String.format(Locale.ROOT, "  %-15s%s  %s", name, columns, more).stripTrailing());
    }

    /** How many agree at each sink, and rows of one: of a sink where some are wrong, if there is any. */
    private void totals() {
        lines.add("");
        verdict.found().forEach(this::agreement);
        lines.add("  airport     flights     delayed        minutes");
        Tally.Counts shown = verdict.found().values().stream()
                .filter(counts -> !wrong(counts).isEmpty())
                .findFirst()
                .orElse(verdict.counts());
        totalsOf(shown, wrong(shown));
    }

    private void agreement(DemoSink sink, Tally.Counts counts) {
        int airports = verdict.expected().totals().size();
        lines.add(String.format(
                Locale.ROOT,
                "  totals%s: %d of %d airports agree with an independent computation",
                several() ? " in " + sink.option() : "",
                airports - wrong(counts).size(),
                airports));
    }

    /** The airports whose last totals are not what they must be. */
    private List<String> wrong(Tally.Counts counts) {
        Map<String, AirportDelays> expected = verdict.expected().totals();
        return new TreeSet<>(expected.keySet())
                .stream()
                        .filter(a -> !expected.get(a).equals(counts.totals().get(a)))
                        .toList();
    }

    private void totalsOf(Tally.Counts counts, List<String> wrong) {
        Map<String, AirportDelays> expected = verdict.expected().totals();
        List<String> airports = wrong.isEmpty() ? busiest(expected) : wrong;
        for (String airport : airports.subList(0, Math.min(SHOWN, airports.size()))) {
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

    private String wrongSinks() {
        return verdict.found().entrySet().stream()
                .filter(each -> !verdict.kept(each.getValue()))
                .map(each -> each.getKey().option())
                .collect(Collectors.joining(", "));
    }

    private String conclusion() {
        return switch (verdict.kills().guarantee()) {
            case EXACTLY_ONCE ->
                verdict.exact()
                        ? "Exact" + (several() ? " at each sink" : "")
                                + ": nothing lost, nothing twice, every total right."
                        : "WRONG" + (several() ? " at " + wrongSinks() : "")
                                + ": this is not exactly-once. That is a bug in Staunch: please report it with the seed of this run.";
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
