package io.staunch.guarantee;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The computed guarantee of a pipeline: the level of its weakest component.
 *
 * @param pipeline name of the pipeline
 * @param asked the level that the pipeline asks for
 * @param components all components, in the order in which records meet them; at least one
 */
public record GuaranteeReport(String pipeline, Guarantee asked, List<Component> components) {
    public GuaranteeReport {
        Objects.requireNonNull(asked, "asked");
        components = List.copyOf(components);
    }

    /**
     * One component and its offer.
     *
     * @param kind {@code source}, {@code state}, {@code operator}, {@code sink} or {@code mode}
     * @param name the component's name in the pipeline
     */
    public record Component(String kind, String name, Offer offer) {
        /** For example {@code sink 'totals'}. */
        public String label() {
            return kind + " '" + name + "'";
        }
    }

    /** The level of the whole, end to end. */
    public Guarantee level() {
        return weakest().offer().level();
    }

    /** The first component of those with the weakest offer. */
    public Component weakest() {
        return components.stream()
                .min(Comparator.comparing(c -> c.offer().level()))
                .orElseThrow(() -> new IllegalStateException("pipeline '" + pipeline + "' has no components"));
    }

    /** Whether the pipeline can be kept to what it asks for. */
    public boolean reached() {
        return level().reaches(asked);
    }

    /** The report as a tree for people: the level and the weakest component first. */
    @Override
    public String toString() {
        return tree(component -> List.of());
    }

    /** @param more lines to be shown below a component */
    String tree(Function<Component, List<String>> more) {
        var text = new StringBuilder(level().text());
        if (level() == Guarantee.EXACTLY_ONCE) {
            text.append(": every component of pipeline '").append(pipeline).append("' keeps it");
        } else {
            text.append(": the weakest component is ").append(weakest().label());
        }
        if (!reached()) {
            text.append("; the pipeline asks for ").append(asked.text());
        }
        int labels = components.stream().mapToInt(c -> c.label().length()).max().orElse(0);
        for (int i = 0; i < components.size(); i++) {
            Component c = components.get(i);
            boolean last = i == components.size() - 1;
            text.append('\n')
                    .append(last ? "`- " : "|- ")
                    .append(pad(c.label(), labels))
                    .append("  ");
            text.append(pad(c.offer().level().text(), 13))
                    .append("  ")
                    .append(c.offer().reason());
            if (c.offer().remedy() != null) {
                text.append('\n').append(last ? "   " : "|  ").append(" ".repeat(labels + 2));
                text.append("remedy: ").append(c.offer().remedy());
            }
            for (String line : more.apply(c)) {
                text.append('\n').append(last ? "     " : "|    ").append(line);
            }
        }
        return text.toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
