package io.staunch.verification.bench.report;

import java.util.List;

/**
 * What is aimed at: a ratio to another contender in the same round, to one's own figure at another setting, or a figure by itself.
 *
 * @param against a contender, or empty for Staunch itself
 * @param againstSetting the setting on the other side; the same one, or another one of Staunch's own
 */
public record Target(
        String workload,
        String setting,
        Metric metric,
        String against,
        String againstSetting,
        boolean atLeast,
        double value) {
    /** Ratios to beat, and figures to stay under. */
    public static final List<Target> ALL = List.of(
            ratio("keyed-count", "off", Metric.RATE, "strong loop", 1.0),
            ratio("keyed-count", "off", Metric.RATE, "loop", 1.0),
            ratio("keyed-count", "off", Metric.RATE, "flink", 6.0),
            ratio("keyed-count", "1s", Metric.RATE, "strong loop", 0.85),
            own("keyed-count", "1s", "off", 0.95),
            ratio("keyed-count", "100ms", Metric.RATE, "strong loop", 0.85),
            own("keyed-count", "100ms", "off", 0.90),
            ratio("keyed-count", "100ms", Metric.RATE, "flink", 12.0),
            most("keyed-count", "100ms", Metric.STALL, 10),
            ratio("topic-to-topic", "1s", Metric.RATE, "strong loop", 1.0),
            ratio("topic-to-topic", "1s", Metric.RATE, "flink", 1.4),
            ratio("topic-to-topic", "100ms", Metric.RATE, "strong loop", 1.1),
            ratio("topic-to-topic", "100ms", Metric.RATE, "flink", 1.6),
            most("topic-to-topic", "1s", Metric.CPU_PER_MILLION, 5),
            notAbove("latency", "1s", Metric.LATENCY_P50, "strong loop"),
            notAbove("latency", "1s", Metric.LATENCY_P99, "strong loop"),
            most("latency", "100ms", Metric.LATENCY_P50, 60),
            most("latency", "100ms", Metric.LATENCY_P99, 130),
            most("latency", "10ms", Metric.LATENCY_P50, 13),
            most("latency", "10ms", Metric.LATENCY_P99, 50),
            ratio("topic-to-table", "1s", Metric.RATE, "loop", 0.8),
            ratio("topic-to-table", "1s", Metric.RATE, "row loop", 3.0),
            ratio("topic-to-table", "100ms", Metric.RATE, "loop", 0.8),
            ratio("topic-to-table", "100ms", Metric.RATE, "row loop", 3.0),
            most("recovery", "100ms", Metric.FIRST_OUTPUT, 1.5),
            most("footprint", "kafka-json", Metric.FIRST_OUTPUT, 0.45),
            most("footprint", "kafka-json", Metric.RSS, 90),
            most("footprint", "kafka-json", Metric.CLASS_PATH, 27));

    private static Target ratio(String workload, String setting, Metric metric, String against, double least) {
        return new Target(workload, setting, metric, against, setting, true, least);
    }

    private static Target own(String workload, String setting, String against, double least) {
        return new Target(workload, setting, Metric.RATE, "staunch", against, true, least);
    }

    private static Target notAbove(String workload, String setting, Metric metric, String against) {
        return new Target(workload, setting, metric, against, setting, false, 1.0);
    }

    private static Target most(String workload, String setting, Metric metric, double most) {
        return new Target(workload, setting, metric, "", setting, false, most);
    }

    /** For people. */
    public String words() {
        String what = metric.words() + " at " + setting;
        String bound = (atLeast ? " >= " : " <= ") + value;
        if (against.isEmpty()) {
            return what + bound + " " + metric.title().replaceAll(".*, ", "");
        }
        String other = setting.equals(againstSetting) ? against : "its own at " + againstSetting;
        return what + bound + " x " + other;
    }
}
