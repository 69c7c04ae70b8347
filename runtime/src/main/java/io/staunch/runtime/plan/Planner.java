package io.staunch.runtime.plan;

import io.staunch.Pipeline;
import io.staunch.error.ConfigurationException;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.operators.Copies;
import io.staunch.operators.Operators;
import io.staunch.process.OperatorProcessFactory;
import io.staunch.state.StateDescriptor;
import io.staunch.state.StateKind;
import io.staunch.state.StateType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a {@link Plan}. A stage begins at each source, keyed operation, enrichment and union; every other node is chained to its input. */
public final class Planner {
    private final Pipeline pipeline;
    private final List<Node> nodes;
    private final List<String> problems = new ArrayList<>();
    private final Map<Integer, List<StateDescriptor>> states = new HashMap<>();

    private Planner(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.nodes = pipeline.nodes();
    }

    /**
     * Plans a pipeline that is valid by itself.
     *
     * @throws ConfigurationException if states can't be kept or functions can't be made: all mistakes at once
     */
    public static Plan plan(Pipeline pipeline, int parallelism, int keyGroups) {
        return new Planner(pipeline).plan(parallelism, keyGroups);
    }

    private Plan plan(int parallelism, int keyGroups) {
        List<Integer> stageOf = new ArrayList<>();
        List<List<Integer>> members = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            if (beginsStage(node)) {
                stageOf.add(members.size());
                members.add(new ArrayList<>(List.of(i)));
                for (int input = 0; input < node.inputs().size(); input++) {
                    edges.add(new Edge(edges.size(), node.inputs().get(input), i, kind(node, input)));
                }
            } else {
                int stage = stageOf.get(node.inputs().get(0));
                stageOf.add(stage);
                members.get(stage).add(i);
            }
            probe(i, node);
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException("pipeline '" + pipeline.name() + "' can't be planned", problems);
        }
        List<Stage> stages = new ArrayList<>();
        for (List<Integer> chain : members) {
            stages.add(new Stage(stages.size(), chain.get(0), chain));
        }
        return new Plan(pipeline, nodes, stages, stageOf, edges, states, parallelism, keyGroups);
    }

    private static boolean beginsStage(Node node) {
        return switch (node.kind()) {
            case SOURCE, KEYED, CONNECTED, ENRICH, UNION -> true;
            case MAP, FILTER, FLAT_MAP, PROCESS, EVENT_TIME, SIDE_OUTPUT, SINK -> false;
        };
    }

    private static Edge.Kind kind(Node to, int input) {
        if (input >= to.streams().size()) {
            return Edge.Kind.TO_ALL;
        }
        boolean byKey = to.kind() == Node.Kind.KEYED || (to instanceof Node.EnrichNode enrich && enrich.key() != null);
        return byKey ? Edge.Kind.BY_KEY : Edge.Kind.FORWARD;
    }

    /** Calls the node's factory once, to learn which states there are. */
    private void probe(int number, Node node) {
        if (node.kind() == Node.Kind.EVENT_TIME) {
            states.put(number, List.of()); // times of splits, of which nobody need know a type
        }
        if (node instanceof Node.EnrichNode enrich) {
            var inFlight = new StateProbe(node.name(), problems, StateKind.OPERATOR_LIST);
            inFlight.list(InFlightStates.RECORDS, enrich.enrichment().type());
            inFlight.list(InFlightStates.TIMESTAMPS, Long.class);
            inFlight.list(InFlightStates.PLACES, InFlightStates.Kept.class);
            if (enrich.key() != null) {
                StateTypes.checkKey(node.name(), enrich.key(), problems);
            }
            states.put(number, inFlight.states());
        }
        boolean keyed = node.kind() == Node.Kind.KEYED;
        if (!keyed && node.kind() != Node.Kind.PROCESS && node.kind() != Node.Kind.CONNECTED) {
            return;
        }
        var probe = new StateProbe(node.name(), problems, keyed ? StateKind.LIST : StateKind.OPERATOR_LIST);
        try {
            if (keyed) {
                KeyedOperation operation = ((Node.KeyedNode) node).operation();
                if (TimerStates.has(Operators.make(operation, probe, NO_COPIES, probe.table()))) {
                    probe.timers(TimerStates.EVENT_TIME);
                    probe.timers(TimerStates.PROCESSING_TIME);
                }
                StateTypes.checkKey(node.name(), ((Node.KeyedNode) node).key(), problems);
            } else if (node instanceof Node.ConnectedNode connected) {
                Factories.of(connected).make(probe, probe.table());
            } else {
                OperatorProcessFactory<?, ?> factory = ((Node.ProcessNode) node).factory();
                factory.make(probe);
            }
        } catch (RuntimeException e) {
            problems.add("operator '" + node.name() + "': its factory threw " + e
                    + "; a factory only takes its state handles and makes the function");
        }
        states.put(number, probe.states());
    }

    private static final Copies NO_COPIES = new Copies() {
        @Override
        public <T> T copy(StateType<T> type, T value) {
            return value;
        }
    };
}
