package io.staunch.runtime.job;

import io.staunch.backend.KeyGroupRange;
import io.staunch.graph.KeySelector;
import io.staunch.graph.Node;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.format.Manifest;
import io.staunch.runtime.plan.Plan;
import io.staunch.sink.Sink;
import io.staunch.source.Split;
import io.staunch.state.StateDescriptor;
import io.staunch.store.StoreClaim.Chunk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries of manifests from what a plan and its tasks say. */
final class Manifests {
    private Manifests() {}

    /** The operators of a plan with the chunks that their tasks have captured. */
    static List<Manifest.OperatorEntry> operators(Plan plan, StateChunks captured) {
        List<Manifest.OperatorEntry> operators = new ArrayList<>();
        for (int number : plan.states().keySet().stream().sorted().toList()) {
            Node node = plan.nodes().get(number);
            boolean keyed = node.kind() == Node.Kind.KEYED;
            List<Manifest.ChunkEntry> chunks = new ArrayList<>();
            for (int index = 0; index < plan.parallelism(); index++) {
                KeyGroupRange groups = keyed ? KeyGroupRange.of(index, plan.parallelism(), plan.keyGroups()) : null;
                for (Chunk chunk : captured.of(new StateChunks.Part(node.name(), index))) {
                    chunks.add(new Manifest.ChunkEntry(index, groups, chunk));
                }
            }
            operators.add(new Manifest.OperatorEntry(
                    node.name(),
                    keyed ? Manifest.OperatorKind.KEYED : Manifest.OperatorKind.OPERATOR,
                    keyed ? keySchema(((Node.KeyedNode) node).key()) : null,
                    states(plan.states().get(number)),
                    chunks,
                    false));
        }
        return operators;
    }

    static List<Manifest.StateEntry> states(List<StateDescriptor> states) {
        return states.stream()
                .map(state -> new Manifest.StateEntry(
                        state.name(),
                        state.kind(),
                        state.types().stream().map(Schema::of).toList()))
                .toList();
    }

    static Schema keySchema(KeySelector<?, ?> key) {
        return Schema.of(key.type());
    }

    static Manifest.SourceEntry source(String name, List<Split> splits) {
        return new Manifest.SourceEntry(
                name,
                splits.stream()
                        .map(split -> new Manifest.SplitEntry(split.id(), split.position(), false))
                        .toList());
    }

    static List<Split> splits(Manifest.SourceEntry source) {
        return source.splits().stream()
                .map(split -> new Split(split.id(), split.position()))
                .toList();
    }

    /** The sinks of a plan. */
    static List<Manifest.SinkEntry> sinks(Plan plan, SinkStates states) {
        List<Manifest.SinkEntry> sinks = new ArrayList<>();
        for (int number : plan.nodesOf(Node.Kind.SINK)) {
            Node.SinkNode node = (Node.SinkNode) plan.nodes().get(number);
            String resource = resource(node, states.lead());
            sinks.add(new Manifest.SinkEntry(
                    node.name(),
                    node.sink().kind(),
                    resource,
                    resource == null ? null : states.ledgers().get(resource),
                    node.sink().kind() == Sink.Kind.REREAD ? states.slot() : -1,
                    resource != null && states.introduced().contains(resource),
                    states.copies().get(node.name()),
                    states.prepared().getOrDefault(node.name(), List.of())));
        }
        return sinks;
    }

    private static @Nullable String resource(Node.SinkNode node, @Nullable String lead) {
        return switch (node.sink().kind()) {
            case REREAD -> lead;
            case WRITE_AHEAD ->
                FollowerOutside.resource(
                        node.name(), Casts.follower(node.sink()).resource());
            case TWO_PHASE_COMMIT ->
                FollowerOutside.resource(
                        node.name(), Casts.preparing(node.sink()).resource());
            case FLUSHING, IDEMPOTENT -> null;
        };
    }
}
