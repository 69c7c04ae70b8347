package io.staunch;

import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.keyed.Deduplication;
import io.staunch.keyed.Interval;
import io.staunch.time.Timer;
import io.staunch.window.WindowRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where a pipeline's streams get their event time, and what must hold of that. */
final class EventTimes {
    private static final String SUFFIX = ".event-time";

    private EventTimes() {}

    /** The name of the event time of a node's stream: its source's, so that it stays the same whatever comes into the chain. */
    static String name(List<Node> nodes, int input) {
        return nodes.get(origin(nodes, input)).name() + SUFFIX;
    }

    static void check(List<Node> nodes, List<String> problems) {
        Map<Integer, Integer> ofSource = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i) instanceof Node.EventTimeNode time) {
                int origin = origin(nodes, time.input());
                Node from = nodes.get(origin);
                time.watermarks()
                        .problems()
                        .forEach(problem -> problems.add("event time '" + time.name() + "': " + problem));
                if (!(from instanceof Node.SourceNode source)) {
                    problems.add(
                            "event time is given behind '" + from.name()
                                    + "', where records of several tasks or splits have been mixed, so that nobody knows how far time"
                                    + " has come: call eventTime(...) on each source's stream, before keyBy(...) and union(...)");
                } else if (ofSource.put(origin, i) != null) {
                    problems.add(
                            "source '" + from.name()
                                    + "' is given event time twice: call eventTime(...) once, before its stream is used in several ways");
                } else if (!source.source().bySplit()) {
                    problems.add(
                            "source '" + from.name() + "' (" + source.source().description()
                                    + ") does not say of which split its records are, so that it can't have event time: its readers"
                                    + " must call SourceOutput.split(...), and the source say so with bySplit()");
                }
            } else if (nodes.get(i) instanceof Node.UnionNode union) {
                union(nodes, union, problems);
            } else if (nodes.get(i) instanceof Node.KeyedNode keyed
                    && keyed.operation() instanceof KeyedOperation.Deduplicated deduplicated) {
                deduplication(nodes, keyed, deduplicated.rules(), problems);
            } else if (nodes.get(i) instanceof Node.KeyedNode keyed
                    && keyed.operation() instanceof KeyedOperation.Joined joined) {
                join(nodes, keyed, joined.interval(), problems);
            } else if (nodes.get(i) instanceof Node.KeyedNode keyed
                    && keyed.operation() instanceof KeyedOperation.Windowed windowed) {
                windows(nodes, keyed, windowed.rules(), problems);
            }
        }
    }

    private static void deduplication(
            List<Node> nodes, Node.KeyedNode keyed, Deduplication rules, List<String> problems) {
        rules.problems().forEach(problem -> problems.add("deduplication '" + keyed.name() + "': " + problem));
        if (rules.by() == Timer.Kind.EVENT_TIME && !has(nodes, keyed.input())) {
            problems.add("deduplication '" + keyed.name()
                    + "' goes by event time, which its stream has none of: call eventTime(...) on the stream of its"
                    + " source, or use Deduplication.byProcessingTime(...)");
        }
    }

    private static void join(List<Node> nodes, Node.KeyedNode keyed, Interval interval, List<String> problems) {
        interval.problems().forEach(problem -> problems.add("join '" + keyed.name() + "': " + problem));
        if (!has(nodes, keyed.input())) {
            problems.add("join '" + keyed.name() + "' goes by event time, which its streams have none of: call"
                    + " eventTime(...) on the streams of their sources, before keyBy(...)");
        }
    }

    private static void windows(List<Node> nodes, Node.KeyedNode keyed, WindowRules rules, List<String> problems) {
        rules.problems().forEach(problem -> problems.add("windows '" + keyed.name() + "': " + problem));
        if (rules.byEventTime() && !has(nodes, keyed.input())) {
            problems.add("windows '" + keyed.name() + "' go by event time, which their stream has none of: call"
                    + " eventTime(...) on the stream of its source, before keyBy(...)");
        }
    }

    /** A stream without event time would hold time up for ever. */
    private static void union(List<Node> nodes, Node.UnionNode union, List<String> problems) {
        var with = new TreeSet<String>();
        var without = new TreeSet<String>();
        for (int input : union.inputs()) {
            (has(nodes, input) ? with : without).add(nodes.get(input).name());
        }
        if (!with.isEmpty() && !without.isEmpty()) {
            problems.add(
                    "'" + union.name() + "' unites " + with + ", which have event time, with " + without
                            + ", which have none and would hold it up for ever: call eventTime(...) on all sources, or on none");
        }
    }

    /** Whether a node's records have event time. */
    private static boolean has(List<Node> nodes, int node) {
        Node of = nodes.get(node);
        return of.kind() == Node.Kind.EVENT_TIME || of.inputs().stream().anyMatch(input -> has(nodes, input));
    }

    /** The source, keyed operation, enrichment or union that a node's chain begins with. */
    private static int origin(List<Node> nodes, int node) {
        int at = node;
        while (true) {
            Node of = nodes.get(at);
            switch (of.kind()) {
                case SOURCE, KEYED, ENRICH, UNION -> {
                    return at;
                }
                case MAP, FILTER, FLAT_MAP, PROCESS, EVENT_TIME, SIDE_OUTPUT, SINK ->
                    at = of.inputs().get(0);
            }
        }
    }
}
