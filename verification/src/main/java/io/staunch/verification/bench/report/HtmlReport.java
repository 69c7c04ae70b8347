package io.staunch.verification.bench.report;

import java.util.List;
import java.util.Locale;

/** The results as one page that needs nothing else: tables, and bars with the spread of the rounds as inline SVG. */
public final class HtmlReport {
    private static final List<Metric> CHARTS = List.of(
            Metric.RATE,
            Metric.LATENCY_P50,
            Metric.LATENCY_P99,
            Metric.FIRST_OUTPUT,
            Metric.STALL,
            Metric.CPU_PER_MILLION,
            Metric.RSS,
            Metric.CLASS_PATH);
    private static final String STYLE = """
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; }
            table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
            th, td { padding: .25rem .7rem; border-bottom: 1px solid #d8dde5; text-align: right; white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; }
            figure { display: inline-block; margin: 0 1.5rem 1rem 0; vertical-align: top; }
            figcaption { font-weight: 600; }
            svg text { font: 12px system-ui, sans-serif; fill: #1c2430; }
            .bar { fill: #9fb3c8; } .ours { fill: #0b6e6e; } .spread { stroke: #1c2430; stroke-width: 1.5; }
            @media (prefers-color-scheme: dark) {
              body { background: #14181f; color: #e3e8ef; } th, td { border-color: #364152; }
              svg text { fill: #e3e8ef; } .bar { fill: #5d7389; } .ours { fill: #35b5b0; } .spread { stroke: #e3e8ef; }
            }
            """;

    private HtmlReport() {}

    public static String of(Results results) {
        var page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<title>Staunch benchmarks</title>\n<style>\n" + STYLE + "</style>\n</head>\n<body>\n"
                + "<h1>Staunch benchmarks</h1>\n");
        results.about()
                .forEach((name, words) -> page.append("<p>")
                        .append(escape(name))
                        .append(": ")
                        .append(escape(words))
                        .append("</p>\n"));
        List<List<String>> targets = TextReport.targets(results);
        if (targets.size() > 1) {
            page.append("<h2>Targets</h2>\n").append(table(targets));
        }
        results.settings()
                .forEach(
                        (workload, settings) -> settings.forEach(setting -> section(page, results, workload, setting)));
        page.append("<h2>Configurations</h2>\n<ul>\n");
        results.configurations()
                .forEach((contender, words) -> page.append("<li><b>")
                        .append(escape(contender))
                        .append("</b>: ")
                        .append(escape(words))
                        .append("</li>\n"));
        return page.append("</ul>\n</body>\n</html>\n").toString();
    }

    private static void section(StringBuilder page, Results results, String workload, String setting) {
        page.append("<h2>").append(escape(workload + " at " + setting)).append("</h2>\n");
        for (Metric metric : CHARTS) {
            page.append(chart(results, workload, setting, metric));
        }
        page.append(table(TextReport.figures(results, workload, setting)));
        List<List<String>> ratios = TextReport.ratios(results, workload, setting);
        if (ratios.size() > 1) {
            page.append(table(ratios));
        }
    }

    /** A bar per contender: the median, with a line from the least to the greatest. */
    private static String chart(Results results, String workload, String setting, Metric metric) {
        List<String> contenders = results.contenders(workload, setting).stream()
                .filter(c -> results.spread(workload, setting, c, metric).isPresent())
                .toList();
        if (contenders.isEmpty()) {
            return "";
        }
        double greatest = contenders.stream()
                .mapToDouble(c -> results.spread(workload, setting, c, metric)
                        .orElseThrow()
                        .max())
                .max()
                .orElse(0);
        double scale = greatest > 0 ? 260 / greatest : 0;
        int height = 24 * contenders.size() + 4;
        var svg = new StringBuilder("<figure><figcaption>" + escape(metric.title())
                + (metric.moreIsBetter() ? "" : " (less is better)") + "</figcaption>\n<svg width=\"440\" height=\""
                + height + "\" role=\"img\" aria-label=\""
                + escape(metric.title() + " of " + workload + " at " + setting)
                + "\">\n");
        for (int i = 0; i < contenders.size(); i++) {
            String contender = contenders.get(i);
            Spread spread = results.spread(workload, setting, contender, metric).orElseThrow();
            int y = 24 * i + 2;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"0\" y=\"%d\">%s</text><rect class=\"%s\" x=\"90\" y=\"%d\" width=\"%.1f\" height=\"18\"/>"
                            + "<line class=\"spread\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>"
                            + "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
                    y + 14,
                    escape(contender),
                    contender.equals(Results.OURS) ? "ours" : "bar",
                    y,
                    Math.max(1, spread.median() * scale),
                    90 + spread.min() * scale,
                    y + 9,
                    90 + spread.max() * scale,
                    y + 9,
                    96 + spread.max() * scale,
                    y + 14,
                    escape(metric.text(spread.median()))));
        }
        return svg.append("</svg></figure>\n").toString();
    }

    private static String table(List<List<String>> rows) {
        var html = new StringBuilder("<table>\n");
        for (List<String> row : rows) {
            String cell = row == rows.get(0) ? "th" : "td";
            html.append("<tr>");
            row.forEach(text -> html.append('<')
                    .append(cell)
                    .append('>')
                    .append(escape(text))
                    .append("</")
                    .append(cell)
                    .append('>'));
            html.append("</tr>\n");
        }
        return html.append("</table>\n").toString();
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
