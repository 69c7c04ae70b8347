package io.staunch.runtime.job;

import io.staunch.graph.Node;
import io.staunch.protocol.format.Manifest;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.task.Command;
import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which task reads which split. Owned by the coordinator. */
final class Positions {
    private final Plan plan;
    private final Execution execution;
    private final Map<String, Set<String>> known = new HashMap<>();
    private final Map<String, Integer> turn = new HashMap<>();
    private boolean undelivered;

    Positions(Plan plan, Manifest manifest, Execution execution) {
        this.plan = plan;
        this.execution = execution;
        for (Manifest.SourceEntry source : manifest.sources()) {
            Set<String> ids = new HashSet<>();
            source.splits().forEach(split -> ids.add(split.id()));
            known.put(source.name(), ids);
            turn.put(source.name(), ids.size());
        }
    }

    /** The splits that a task of a source begins with: dealt out in turn, in the order of their ids. */
    static List<Split> of(Manifest manifest, String source, int index, int parallelism) {
        var sorted = new TreeMap<String, Split>();
        for (Manifest.SourceEntry entry : manifest.sources()) {
            if (entry.name().equals(source)) {
                Manifests.splits(entry).forEach(split -> sorted.put(split.id(), split));
            }
        }
        List<Split> mine = new ArrayList<>();
        int i = 0;
        for (Split split : sorted.values()) {
            if (i % parallelism == index) {
                mine.add(split);
            }
            i++;
        }
        return mine;
    }

    /** New splits of a source are dealt out; one that is read already is passed over, so that each has one reader. */
    void add(String source, List<Split> found) {
        int stage = plan.stageOf().get(node(source));
        for (Split split : found) {
            if (known.computeIfAbsent(source, name -> new HashSet<>()).add(split.id())) {
                int next = turn.merge(source, 1, Integer::sum) - 1;
                int task = plan.task(stage, next % plan.parallelism());
                execution.send(new Command.AddSplits(task, List.of(split)));
                undelivered = true;
            }
        }
    }

    /** Whether splits were handed out that no checkpoint has noted yet. */
    boolean undelivered() {
        return undelivered;
    }

    /** A checkpoint was started: commands are in order, so it notes all splits handed out before. */
    void noted() {
        undelivered = false;
    }

    private int node(String source) {
        for (int node : plan.nodesOf(Node.Kind.SOURCE)) {
            if (plan.nodes().get(node).name().equals(source)) {
                return node;
            }
        }
        throw new IllegalStateException("there is no source '" + source + "'");
    }
}
