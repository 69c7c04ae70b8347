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

    /**
     * The sinks of a plan.
     *
     * @param resource of the lead
     * @param ledger of the lead, or null if the job has no lead
     * @param slot where the checkpoint's output is
     * @param introduced whether the lead's ledger gets its first entry with this checkpoint
     */
    static List<Manifest.SinkEntry> sinks(
            Plan plan, String resource, @Nullable String ledger, int slot, boolean introduced) {
        List<Manifest.SinkEntry> sinks = new ArrayList<>();
        for (int number : plan.nodesOf(Node.Kind.SINK)) {
            Node.SinkNode node = (Node.SinkNode) plan.nodes().get(number);
            boolean lead = node.sink().kind() == Sink.Kind.REREAD;
            sinks.add(new Manifest.SinkEntry(
                    node.name(),
                    node.sink().kind(),
                    lead ? resource : null,
                    lead ? ledger : null,
                    lead ? slot : -1,
                    lead && introduced));
        }
        return sinks;
    }
}
