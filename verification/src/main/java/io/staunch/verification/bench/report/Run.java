package io.staunch.verification.bench.report;

import java.util.EnumMap;
import java.util.Map;

/**
 * One measured run.
 *
 * @param workload its name
 * @param setting the checkpoint interval, as text
 * @param contender its name
 * @param round in which round of all contenders, from 1
 * @param values what was measured
 * @param output {@link #EXACT}, {@link #THERE}, or what was wrong with the output
 */
public record Run(
        String workload, String setting, String contender, int round, Map<Metric, Double> values, String output) {
    /** All of the output was looked at, and nothing was wrong. */
    public static final String EXACT = "exact";

    /** All that was asked for was that there is an output. */
    public static final String THERE = "there, not looked into";

    private static final String FAILED = "failed: ";

    public Run {
        values = values.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(values));
    }

    /** One that did not come to its end. */
    public static Run failed(String workload, String setting, String contender, int round, String why) {
        return new Run(workload, setting, contender, round, Map.of(), FAILED + why);
    }

    public boolean hasFailed() {
        return output.startsWith(FAILED);
    }

    /** Whether nothing was found to be wrong. */
    public boolean exact() {
        return output.equals(EXACT) || output.equals(THERE);
    }
}
