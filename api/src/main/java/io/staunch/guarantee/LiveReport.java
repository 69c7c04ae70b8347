package io.staunch.guarantee;

import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.GuaranteeReport.Component;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The computed guarantee of a pipeline, and what a look at its outside has shown.
 *
 * @param guarantee from the configuration alone
 * @param findings of the components that looked, by {@link Component#label}, and of what all of them lean on, by a label of its own
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

    /** What belongs to no component, since all of them lean on it, by its label: the checkpoint store. */
    public SortedMap<String, List<Finding>> besides() {
        var besides = new TreeMap<>(findings);
        guarantee.components().forEach(component -> besides.remove(component.label()));
        return besides;
    }

    /** Without {@link #besides}. */
    public LiveReport ofComponents() {
        var own = new HashMap<>(findings);
        own.keySet().removeAll(besides().keySet());
        return new LiveReport(guarantee, own);
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

    /** The report of the configuration, under each component what was found there, and then {@link #besides}. */
    @Override
    public String toString() {
        var text = new StringBuilder(guarantee.tree(component -> lines(of(component))));
        besides().forEach((label, found) -> {
            text.append('\n').append(label);
            lines(found).forEach(line -> text.append("\n     ").append(line));
        });
        return text.toString();
    }

    private static List<String> lines(List<Finding> found) {
        return found.stream()
                .flatMap(finding -> finding.remedy() == null
                        ? Stream.of(line(finding))
                        : Stream.of(line(finding), " ".repeat(10) + "remedy: " + finding.remedy()))
                .toList();
    }

    private static String line(Finding finding) {
        String sight = finding.sight().text();
        return sight + " ".repeat(10 - sight.length()) + finding.told();
    }
}
