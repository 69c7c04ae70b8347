package io.staunch.verification.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The results as plain text. */
public final class TextReport {
    private TextReport() {}

    public static String of(Results results) {
        var text = new StringBuilder();
        results.settings()
                .forEach((workload, settings) -> settings.forEach(setting -> {
                    text.append('\n')
                            .append(workload)
                            .append(" at ")
                            .append(setting)
                            .append("\n\n");
                    text.append(table(figures(results, workload, setting)));
                    List<List<String>> ratios = ratios(results, workload, setting);
                    if (ratios.size() > 1) {
                        text.append('\n').append(table(ratios));
                    }
                }));
        List<List<String>> targets = targets(results);
        if (targets.size() > 1) {
            text.append("\nTargets\n\n").append(table(targets));
        }
        text.append("\nConfigurations\n\n");
        results.configurations()
                .forEach((contender, words) -> text.append("  ")
                        .append(contender)
                        .append(": ")
                        .append(words)
                        .append('\n'));
        results.about()
                .forEach((name, words) -> text.append("  ")
                        .append(name)
                        .append(": ")
                        .append(words)
                        .append('\n'));
        return text.toString();
    }

    /** Medians over the rounds, a row per contender. */
    static List<List<String>> figures(Results results, String workload, String setting) {
        List<String> contenders = results.contenders(workload, setting);
        List<Metric> metrics = Arrays.stream(Metric.values())
                .filter(metric -> contenders.stream()
                        .anyMatch(c ->
                                results.spread(workload, setting, c, metric).isPresent()))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of("median of rounds"));
        metrics.forEach(metric -> head.add(metric.title()));
        head.add("output");
        rows.add(head);
        for (String contender : contenders) {
            List<String> row = new ArrayList<>(List.of(contender));
            for (Metric metric : metrics) {
                row.add(results.spread(workload, setting, contender, metric)
                        .map(spread -> metric.text(spread.median()))
                        .orElse("-"));
            }
            row.add(output(results.of(workload, setting, contender)));
            rows.add(row);
        }
        return rows;
    }

    private static String output(List<Run> runs) {
        return runs.stream()
                .filter(run -> !run.exact())
                .map(Run::output)
                .findFirst()
                .orElse(runs.get(0).output());
    }

    /** Staunch by each other contender, a row for each of the metrics that ratios are told of. */
    static List<List<String>> ratios(Results results, String workload, String setting) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("staunch / other", "of", "min", "median", "max", "pairs"));
        for (String contender : results.contenders(workload, setting)) {
            if (!contender.equals(Results.OURS)) {
                for (Metric metric :
                        List.of(Metric.RATE, Metric.LATENCY_P50, Metric.LATENCY_P99, Metric.FIRST_OUTPUT)) {
                    results.ratio(workload, setting, metric, contender, setting)
                            .ifPresent(spread -> rows.add(List.of(
                                    contender,
                                    metric.words(),
                                    ratio(spread.min()),
                                    ratio(spread.median()),
                                    ratio(spread.max()),
                                    Integer.toString(spread.count()))));
                }
            }
        }
        return rows;
    }

    /** What was aimed at and measured. */
    static List<List<String>> targets(Results results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("workload", "target", "min", "median", "max", "pairs", "verdict"));
        for (Target target : Target.ALL) {
            Optional<Spread> measured = results.measured(target);
            measured.ifPresent(spread -> rows.add(List.of(
                    target.workload(),
                    target.words(),
                    ratio(spread.min()),
                    ratio(spread.median()),
                    ratio(spread.max()),
                    Integer.toString(spread.count()),
                    results.verdict(target, spread))));
        }
        return rows;
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.2f", value);
    }

    /** Rows under a head, in columns: the first to the left, numbers to the right. */
    static String table(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder(" ");
            for (int i = 0; i < columns; i++) {
                boolean number = row.get(i).matches("-|[-0-9.]+");
                boolean head = row == rows.get(0)
                        && i > 0
                        && rows.size() > 1
                        && rows.get(1).get(i).matches("-|[-0-9.]+");
                String pad = " ".repeat(width[i] - row.get(i).length());
                line.append(' ')
                        .append(number || head ? pad + row.get(i) : row.get(i) + pad)
                        .append(' ');
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
