package io.staunch.runtime.plan;

import io.staunch.Pipeline;
import io.staunch.graph.KeySelector;
import io.staunch.graph.Node;
import io.staunch.state.StateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a job consists of.
 *
 * @param pipeline the description it was made from
 * @param nodes the description's nodes
 * @param stages chains, in the order of their heads
 * @param stageOf number of the stage of each node
 * @param edges between stages
 * @param states the states of each stateful node, by number
 * @param parallelism tasks per stage
 * @param keyGroups into how many groups keyed state is divided
 */
public record Plan(
        Pipeline pipeline,
        List<Node> nodes,
        List<Stage> stages,
        List<Integer> stageOf,
        List<Edge> edges,
        Map<Integer, List<StateDescriptor>> states,
        int parallelism,
        int keyGroups) {
    public Plan {
        nodes = List.copyOf(nodes);
        stages = List.copyOf(stages);
        stageOf = List.copyOf(stageOf);
        edges = List.copyOf(edges);
        states = Map.copyOf(states);
    }

    /** Numbers of the nodes that take a node's records, its side outputs included. */
    public List<Integer> consumers(int node) {
        List<Integer> consumers = new ArrayList<>();
        for (int i = node + 1; i < nodes.size(); i++) {
            for (int input : nodes.get(i).inputs()) {
                if (input == node) {
                    consumers.add(i);
                }
            }
        }
        return consumers;
    }

    /** Whether a node stands first in its stage. */
    public boolean heads(int node) {
        return stages.get(stageOf.get(node)).head() == node;
    }

    /** Whether the records that a node gives have event time. */
    public boolean timed(int node) {
        Node of = nodes.get(node);
        return of.kind() == Node.Kind.EVENT_TIME || of.inputs().stream().anyMatch(this::timed);
    }

    /** How records are distributed to a node's tasks; null if those of a task go to the one with the same number. */
    public @Nullable KeySelector<?, ?> key(int node) {
        Node of = nodes.get(node);
        if (of instanceof Node.EnrichNode enrich) {
            return enrich.key();
        }
        return of instanceof Node.KeyedNode keyed ? keyed.key() : null;
    }

    /** Numbers of the sources whose records come to a node. */
    public Set<Integer> sources(int node) {
        if (nodes.get(node).kind() == Node.Kind.SOURCE) {
            return Set.of(node);
        }
        Set<Integer> sources = new TreeSet<>();
        nodes.get(node).inputs().forEach(input -> sources.addAll(sources(input)));
        return sources;
    }

    /** The source in whose chain a node stands. */
    public Node.SourceNode sourceOf(int node) {
        Node of = nodes.get(node);
        return of instanceof Node.SourceNode source
                ? source
                : sourceOf(of.inputs().get(0));
    }

    /** Numbers of all nodes of a kind, in order. */
    public List<Integer> nodesOf(Node.Kind kind) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).kind() == kind) {
                found.add(i);
            }
        }
        return found;
    }

    /** Edges that lead into a stage's head, in order. */
    public List<Edge> into(int node) {
        return edges.stream().filter(e -> e.toNode() == node).toList();
    }

    /** How many tasks the job has. */
    public int tasks() {
        return stages.size() * parallelism;
    }

    /** Number of a task among all. */
    public int task(int stage, int index) {
        return stage * parallelism + index;
    }

    /** Name of a task, for people: {@code counts[1]}. */
    public String taskName(Stage stage, int index) {
        return nodes.get(stage.head()).name() + "[" + index + "]";
    }
}
