package io.staunch.runtime.plan;

import java.util.List;

/**
 * A chain of operators that runs in one task per parallel instance.
 *
 * @param number its number among the stages
 * @param head the node that stands first: a source, a keyed operation, an enrichment or a union
 * @param nodes all its nodes in order, the head first
 */
public record Stage(int number, int head, List<Integer> nodes) {
    public Stage {
        nodes = List.copyOf(nodes);
    }
}
