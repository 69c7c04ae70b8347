package io.staunch.protocol.walk.job;

import io.staunch.protocol.walk.Output;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What readers of an outside have seen: of each lineage the output up to a number, and whose turn it is.
 *
 * @param lineage that shows now; -1 before the first
 * @param upTo by lineage: how much of the input's output it has shown, or has taken over as shown
 */
record Shown(int lineage, Map<Integer, Integer> upTo) {
    static final Shown NOTHING = new Shown(-1, Map.of());

    /** A lineage that begins with so much of the output behind it. */
    Shown begins(int begun, int at) {
        return new Shown(lineage, with(begun, at));
    }

    Shown turnsTo(int begun) {
        return new Shown(begun, upTo);
    }

    int of(int one) {
        return upTo.getOrDefault(one, 0);
    }

    /** The present lineage shows more; null if that is not the output that comes next. */
    @Nullable
    Shown shows(int content) {
        int next = of(lineage);
        for (int record : Output.records(content)) {
            if (record != next) {
                return null;
            }
            next++;
        }
        return content == Output.NONE ? this : new Shown(lineage, with(lineage, next));
    }

    private Map<Integer, Integer> with(int one, int number) {
        var more = new TreeMap<>(upTo);
        more.put(one, number);
        return Map.copyOf(more);
    }
}
