package io.staunch.testkit.simulation.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The output of one key: what must come in which order, and what has come. As long as all is right, only a number moves. */
final class Lane {
    private final List<Object> expected;
    private final boolean ordered;
    private int right;
    private @Nullable List<Object> seen;
    private @Nullable Map<Object, Integer> missing;

    Lane(List<Object> expected, boolean ordered) {
        this.expected = expected;
        this.ordered = ordered;
        if (!ordered) {
            seen = new ArrayList<>();
            missing = bag(expected);
        }
    }

    /** How a value has come. */
    enum Place {
        /** When it must. */
        RIGHT,
        /** It must come, but not now. */
        WRONG,
        /** More often than it must. */
        AGAIN,
        /** Though it must not come at all. */
        NONE
    }

    Place see(Object value) {
        if (seen == null && right < expected.size() && expected.get(right).equals(value)) {
            right++;
            return Place.RIGHT;
        }
        if (seen == null || missing == null) {
            seen = new ArrayList<>(expected.subList(0, right));
            missing = bag(expected.subList(right, expected.size()));
        }
        seen.add(value);
        Integer left = missing.get(value);
        if (left == null) {
            return expected.contains(value) ? Place.AGAIN : Place.NONE;
        }
        missing.put(value, left - 1);
        if (left == 1) {
            missing.remove(value);
        }
        return ordered ? Place.WRONG : Place.RIGHT;
    }

    /** What must come next, where that is known: there is an order, and so far it was kept. */
    Optional<Object> next() {
        return seen == null && right < expected.size() ? Optional.of(expected.get(right)) : Optional.empty();
    }

    /** A value that has not come. */
    Optional<Object> firstLost() {
        return missing == null
                ? next()
                : expected.stream().filter(missing::containsKey).findFirst();
    }

    /** How many of the expected values have not come. */
    int lost() {
        return missing == null
                ? expected.size() - right
                : missing.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How often a value came that is expected, but not so often. */
    int duplicated() {
        return surplus(true);
    }

    /** How often a value came that is not expected at all. */
    int unexpected() {
        return surplus(false);
    }

    /** How many expected values came after one that must come later. */
    int outOfOrder() {
        if (seen == null || !ordered) {
            return 0;
        }
        Map<Object, List<Integer>> places = new HashMap<>();
        for (int i = expected.size() - 1; i >= 0; i--) {
            places.computeIfAbsent(expected.get(i), v -> new ArrayList<>()).add(i);
        }
        int furthest = -1;
        int behind = 0;
        for (Object value : seen) {
            List<Integer> left = places.get(value);
            if (left != null && !left.isEmpty()) {
                int place = left.remove(left.size() - 1);
                behind += place < furthest ? 1 : 0;
                furthest = Math.max(furthest, place);
            }
        }
        return behind;
    }

    int size() {
        return seen == null ? right : seen.size();
    }

    private int surplus(boolean ofExpectedValues) {
        if (seen == null) {
            return 0;
        }
        Map<Object, Integer> wanted = bag(expected);
        int surplus = 0;
        for (Map.Entry<Object, Integer> entry : bag(seen).entrySet()) {
            Integer want = wanted.get(entry.getKey());
            if (want == null) {
                surplus += ofExpectedValues ? 0 : entry.getValue();
            } else if (ofExpectedValues) {
                surplus += Math.max(0, entry.getValue() - want);
            }
        }
        return surplus;
    }

    static Map<Object, Integer> bag(List<Object> values) {
        Map<Object, Integer> bag = new HashMap<>();
        for (Object value : values) {
            bag.merge(value, 1, Integer::sum);
        }
        return bag;
    }
}
