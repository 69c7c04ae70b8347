package io.staunch.testkit.simulation.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The output that must come: per key the values in their order. Values without a key have no order between them. */
public final class Expectation {
    private final Map<Object, List<Object>> byKey;
    private final List<Object> withoutKey;
    private final long size;

    private Expectation(Map<Object, List<Object>> byKey, List<Object> withoutKey) {
        this.byKey = byKey;
        this.withoutKey = withoutKey;
        size = byKey.values().stream().mapToLong(List::size).sum() + withoutKey.size();
    }

    /** What a run without faults has given; the order between keys does not matter. */
    public static Expectation of(Iterable<Output> outputs) {
        Map<Object, List<Object>> byKey = new LinkedHashMap<>();
        List<Object> withoutKey = new ArrayList<>();
        for (Output output : outputs) {
            Object key = output.key();
            List<Object> lane = key == null ? withoutKey : byKey.computeIfAbsent(key, k -> new ArrayList<>());
            lane.add(output.value());
        }
        return new Expectation(byKey, withoutKey);
    }

    /** How many records must come. */
    public long size() {
        return size;
    }

    Map<Object, List<Object>> byKey() {
        return byKey;
    }

    List<Object> withoutKey() {
        return withoutKey;
    }

    /** Whether the other one wants the same; two runs without faults that differ show a pipeline that is not deterministic. */
    public boolean same(Expectation other) {
        return byKey.equals(other.byKey) && Lane.bag(withoutKey).equals(Lane.bag(other.withoutKey));
    }

    /** A key for which the two want something else, for messages. */
    public @Nullable Object firstDifference(Expectation other) {
        for (Map.Entry<Object, List<Object>> entry : byKey.entrySet()) {
            if (!entry.getValue().equals(other.byKey.get(entry.getKey()))) {
                return entry.getKey();
            }
        }
        return null;
    }
}
