package io.staunch;

import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.keyed.Deduplication;
import io.staunch.keyed.Interval;
import io.staunch.process.SideOutput;
import io.staunch.time.Timer;
import io.staunch.window.Trigger;
import io.staunch.window.WindowRules;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes of a pipeline may give other records when they get the same ones again after a fault, so that a sink that writes before its checkpoint keeps what no later attempt
 * writes.
 *
 * <p>A node counts if, whatever the functions in it do, its records out depend on anything but its records in and their order on each of its inputs:
 *
 * <ul>
 *   <li>on another system: an enrichment, in order or not;
 *   <li>on how far another input is: a function that reads a table which is broadcast;
 *   <li>on a clock: a trigger by an interval, a deduplication by processing time, state that expires;
 *   <li>on which records are late, and some may be: windows, joins and deduplications by event time behind splits that are not waited for when they are idle, and windows and joins that
 *       say where late records go. For others the pipeline says, by the disorder that it names, that no record is late.
 * </ul>
 *
 * <p>What does not count:
 *
 * <ul>
 *   <li>the order in which records of several splits, tasks or inputs of a union meet. It is another one in each attempt for nearly every keyed stream; an operator whose result for a
 *       key is the same in the end whatever that order was, as a sum is, is what tables that are written by key are there for. Which operator that is, only its function knows;
 *   <li>what a function does by itself, which can't be seen: read a clock, draw a number, register a timer by processing time, ask whether a record is late.
 * </ul>
 */
final class Replays {
    private static final String OTHER_TABLE =
            "reads a table that is broadcast, which a record may meet in another state";

    private Replays() {}

    /**
     * The first node before the given one that counts, with what it depends on, for example {@code enrichment 'prices' asks another system}; null if none does.
     *
     * @param nodes of the pipeline
     * @param number of a node
     */
    static @Nullable String unlikeBefore(List<Node> nodes, int number) {
        for (int before : allBefore(nodes, number, Node::inputs)) {
            String why = unlike(nodes, before);
            if (why != null) {
                return why;
            }
        }
        return null;
    }

    private static @Nullable String unlike(List<Node> nodes, int number) {
        Node node = nodes.get(number);
        return switch (node.kind()) {
            case ENRICH -> "enrichment '" + node.name() + "' asks another system";
            case CONNECTED -> "operator '" + node.name() + "' " + OTHER_TABLE;
            case KEYED -> {
                KeyedOperation operation = ((Node.KeyedNode) node).operation();
                String why = unlike(operation, anyIdle(nodes, number));
                yield why == null ? null : what(operation) + " '" + node.name() + "' " + why;
            }
            case SOURCE, MAP, FILTER, FLAT_MAP, UNION, PROCESS, EVENT_TIME, SIDE_OUTPUT, SINK -> null;
        };
    }

    private static String what(KeyedOperation operation) {
        return switch (operation.kind()) {
            case DEDUPLICATE -> "deduplication";
            case JOIN, WINDOW_JOIN -> "join";
            case FOLD, REDUCE, AGGREGATE, BROADCAST, CONNECTED, PROCESS, WINDOW -> "operator";
        };
    }

    /** @param idle whether time goes on without splits that have no records */
    private static @Nullable String unlike(KeyedOperation operation, boolean idle) {
        return switch (operation.kind()) {
            case CONNECTED -> OTHER_TABLE;
            case DEDUPLICATE -> {
                Deduplication rules = ((KeyedOperation.Deduplicated) operation).rules();
                yield rules.by() == Timer.Kind.PROCESSING_TIME ? "forgets by the wall clock" : late(idle);
            }
            case JOIN -> {
                Interval interval = ((KeyedOperation.Joined) operation).interval();
                yield late(idle, interval.lateLeft(), interval.lateRight());
            }
            case PROCESS -> expiring(ExpiryProbe.of(((KeyedOperation.Process) operation).factory()::make));
            case WINDOW -> {
                var windowed = (KeyedOperation.Windowed) operation;
                String why = unlike(windowed.rules(), idle);
                yield why == null ? expiring(ExpiryProbe.of(windowed.result()::make)) : why;
            }
            case WINDOW_JOIN -> {
                var join = (KeyedOperation.WindowJoined) operation;
                yield late(idle, join.lateLeft(), join.lateRight());
            }
            case FOLD, REDUCE, AGGREGATE, BROADCAST -> null;
        };
    }

    private static @Nullable String unlike(WindowRules rules, boolean idle) {
        Trigger trigger = rules.trigger();
        if (trigger != null && trigger.interval() != null) {
            return "gives results by the wall clock";
        }
        return rules.byEventTime() ? late(idle, rules.late()) : null;
    }

    /** @param outputs for late records; null for none */
    private static @Nullable String late(boolean idle, @Nullable SideOutput<?>... outputs) {
        for (SideOutput<?> output : outputs) {
            if (output != null) {
                return "says where late records go, and which ones are late is not the same again";
            }
        }
        return idle ? "goes by event time that does not wait for idle splits, so that their records may be late" : null;
    }

    private static @Nullable String expiring(boolean any) {
        return any ? "has state that expires by the wall clock" : null;
    }

    private static boolean anyIdle(List<Node> nodes, int number) {
        return allBefore(nodes, number, Node::streams).stream()
                .map(nodes::get)
                .anyMatch(node -> node instanceof Node.EventTimeNode time
                        && time.watermarks().idleness() != null);
    }

    /** The numbers of all nodes that a node's records come from, without its own. */
    private static Set<Integer> allBefore(List<Node> nodes, int number, Function<Node, List<Integer>> inputs) {
        Set<Integer> before = new TreeSet<>();
        // Inputs have lower numbers: so each is met after all that take its records.
        before.addAll(inputs.apply(nodes.get(number)));
        for (int each = number - 1; each >= 0; each--) {
            if (before.contains(each)) {
                before.addAll(inputs.apply(nodes.get(each)));
            }
        }
        return before;
    }
}
