package io.staunch.guarantee;

import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.GuaranteeReport.Component;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The computed guarantee of a pipeline, and what a look at its brokers and databases has shown.
 *
 * @param guarantee from the configuration alone
 * @param findings of the components that looked, by {@link Component#label}
 */
public record LiveReport(GuaranteeReport guarantee, Map<String, List<Finding>> findings) {
    public LiveReport {
        Objects.requireNonNull(guarantee, "guarantee");
        Map<String, List<Finding>> copy = new HashMap<>();
        findings.forEach((label, found) -> copy.put(label, List.copyOf(found)));
        findings = Map.copyOf(copy);
    }

    /** What a component has found; empty if it did not look. */
    public List<Finding> of(Component component) {
        return findings.getOrDefault(component.label(), List.of());
    }

    /** Whether the level is reached, and nothing was seen that it can't lean on. */
    public boolean holds() {
        return guarantee.reached()
                && findings.values().stream()
                        .flatMap(List::stream)
                        .noneMatch(finding -> finding.sight() == Sight.FAILED);
    }

    /**
     * Components that looked and of which nothing was seen, whether it holds or not, as when a broker does not answer. In the order of the report.
     */
    public List<Component> unseen() {
        return guarantee.components().stream()
                .filter(component -> !of(component).isEmpty()
                        && of(component).stream().allMatch(finding -> finding.sight() == Sight.NOT_SEEN))
                .toList();
    }

    /** The report of the configuration, and under each component what was found there. */
    @Override
    public String toString() {
        return guarantee.tree(component -> of(component).stream()
                .flatMap(finding -> finding.remedy() == null
                        ? List.of(line(finding)).stream()
                        : List.of(line(finding), " ".repeat(10) + "remedy: " + finding.remedy()).stream())
                .toList());
    }

    private static String line(Finding finding) {
        String sight = finding.sight().text();
        return sight + " ".repeat(10 - sight.length()) + finding.told();
    }
}
