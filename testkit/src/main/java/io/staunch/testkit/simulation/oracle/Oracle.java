package io.staunch.testkit.simulation.oracle;

import io.staunch.guarantee.Guarantee;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares the committed output with what must come, record by record as it becomes visible: at every moment the output of each key must
 * be a beginning of what is expected for it, as far as the guarantee says. Knows nothing of how it was made.
 */
public final class Oracle implements OutputOracle {
    private final Guarantee guarantee;
    private final Map<Object, Lane> lanes = new LinkedHashMap<>();
    private final Map<Object, Integer> partitions = new HashMap<>();
    private final Lane withoutKey;
    private final long expected;
    private final List<String> problems = new ArrayList<>();
    private long inPlace;

    public Oracle(Expectation expectation, Guarantee guarantee) {
        this.guarantee = guarantee;
        expectation.byKey().forEach((key, values) -> lanes.put(key, new Lane(values, true)));
        withoutKey = new Lane(expectation.withoutKey(), false);
        expected = expectation.size();
    }

    @Override
    public void see(Output output) {
        Object key = output.key();
        Lane lane = key == null ? withoutKey : lanes.computeIfAbsent(key, k -> new Lane(List.of(), true));
        Optional<Object> next = lane.next();
        Lane.Place place = lane.see(output.value());
        if (place == Lane.Place.RIGHT) {
            inPlace++;
        } else if (breaks(place)) {
            problem((key == null ? "" : "key " + key + ", ") + "partition " + output.partition() + ": '"
                    + output.value() + "' " + words(place)
                    + next.map(due -> ", and next must come '" + due + "'").orElse(""));
        }
        if (key != null) {
            Integer before = partitions.putIfAbsent(key, output.partition());
            if (before != null && before != output.partition()) {
                problem("key " + key + " is on partition " + before + " and on " + output.partition());
            }
        }
    }

    private boolean breaks(Lane.Place place) {
        return switch (guarantee) {
            case EXACTLY_ONCE -> true;
            case AT_LEAST_ONCE -> place == Lane.Place.NONE;
            case AT_MOST_ONCE -> place != Lane.Place.WRONG;
        };
    }

    private static String words(Lane.Place place) {
        return switch (place) {
            case RIGHT -> "has come";
            case WRONG -> "has come in the wrong place";
            case AGAIN -> "has come more often than it must";
            case NONE -> "has come and must not come at all";
        };
    }

    @Override
    public boolean complete() {
        if (inPlace >= expected) {
            return true;
        }
        return guarantee != Guarantee.EXACTLY_ONCE
                && withoutKey.lost() == 0
                && lanes.values().stream().allMatch(lane -> lane.lost() == 0);
    }

    @Override
    public List<String> problems() {
        return problems;
    }

    @Override
    public Verdict verdict() {
        List<Lane> all = new ArrayList<>(lanes.values());
        all.add(withoutKey);
        return new Verdict(
                expected,
                all.stream().mapToLong(Lane::size).sum(),
                all.stream().mapToLong(Lane::lost).sum(),
                all.stream().mapToLong(Lane::duplicated).sum(),
                all.stream().mapToLong(Lane::outOfOrder).sum(),
                all.stream().mapToLong(Lane::unexpected).sum());
    }

    @Override
    public @Nullable String broken() {
        Verdict verdict = verdict();
        boolean kept = problems.isEmpty()
                && switch (guarantee) {
                    case EXACTLY_ONCE -> verdict.exact();
                    case AT_LEAST_ONCE -> verdict.lost() == 0 && verdict.unexpected() == 0;
                    case AT_MOST_ONCE -> verdict.duplicated() == 0 && verdict.unexpected() == 0;
                };
        return kept ? null : guarantee + " is broken: " + verdict + "; first " + first();
    }

    private String first() {
        return problems.isEmpty() ? firstLost() : problems.get(0);
    }

    private String firstLost() {
        for (Map.Entry<Object, Lane> entry : lanes.entrySet()) {
            Optional<Object> lost = entry.getValue().firstLost();
            if (lost.isPresent()) {
                return "key " + entry.getKey() + ": '" + lost.get() + "' has not come";
            }
        }
        return withoutKey.firstLost().map(lost -> "'" + lost + "' has not come").orElse("");
    }

    private void problem(String text) {
        if (problems.size() < 10) {
            problems.add(text);
        }
    }

    /**
     * Output counted against what must come.
     *
     * @param expected how many records must come
     * @param seen how many have come
     * @param lost expected ones that have not come
     * @param duplicated expected ones that came more often than they must
     * @param outOfOrder expected ones that came after one of the same key that must come later
     * @param unexpected ones that are not expected at all, such as a count that has counted twice
     */
    public record Verdict(long expected, long seen, long lost, long duplicated, long outOfOrder, long unexpected) {
        /** Whether everything has come once and in order. */
        public boolean exact() {
            return lost == 0 && duplicated == 0 && outOfOrder == 0 && unexpected == 0;
        }

        /** Both together. */
        public Verdict plus(Verdict other) {
            return new Verdict(
                    expected + other.expected,
                    seen + other.seen,
                    lost + other.lost,
                    duplicated + other.duplicated,
                    outOfOrder + other.outOfOrder,
                    unexpected + other.unexpected);
        }

        @Override
        public String toString() {
            return "expected " + expected + ", seen " + seen + ", lost " + lost + ", duplicated " + duplicated
                    + ", out of order " + outOfOrder + ", unexpected " + unexpected;
        }
    }
}
