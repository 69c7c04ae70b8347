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
 * @param output "exact", or what was wrong with the output
 */
public record Run(
        String workload, String setting, String contender, int round, Map<Metric, Double> values, String output) {
    public static final String EXACT = "exact";

    public Run {
        values = values.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(values));
    }

    public boolean exact() {
        return output.equals(EXACT);
    }
}
