package io.staunch.runtime.job;

import io.staunch.graph.Node;
import io.staunch.ledger.Owner;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.recovery.KnownCheckpoint;
import io.staunch.protocol.recovery.StartDecision;
import io.staunch.protocol.refused.RefusedPlace;
import io.staunch.sink.Sink;
import io.staunch.source.SourceContext;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Works out what an execution begins with: positions of sources resolved or checked, states compared with the pipeline. May block in
 * source clients; changes nothing outside.
 */
final class BeginningPlanner {
    private final JobContext job;
    private final Session session;
    private final Refusals refusals;
    private final Owner owner;
    private final Map<String, SplitEnumerator> enumerators;
    private final @Nullable String lead;
    private final Map<String, String> ledgers;

    BeginningPlanner(
            JobContext job,
            Session session,
            Refusals refusals,
            Owner owner,
            Map<String, SplitEnumerator> enumerators,
            @Nullable String lead,
            Map<String, String> ledgers) {
        this.job = job;
        this.session = session;
        this.refusals = refusals;
        this.owner = owner;
        this.enumerators = enumerators;
        this.lead = lead;
        this.ledgers = ledgers;
    }

    /** A beginning without state. */
    BeginningPlan fresh(Manifest.@Nullable Parent parent) {
        PlanCheck.idle(job, null).forEach(each -> job.log().warn(-1, "job '" + job.name() + "': " + each));
        List<Manifest.SourceEntry> sources = new ArrayList<>();
        for (Node.SourceNode source : sources()) {
            sources.add(entry(source.name(), enumerator(source).firstSplits()));
        }
        List<Manifest.OperatorEntry> operators = Manifests.operators(job.plan(), StateChunks.NONE);
        var manifest = manifest(null, parent, job.plan().keyGroups(), operators, sources, List.of(), ledgers.keySet());
        return new BeginningPlan(manifest, List.of(), true, true);
    }

    /**
     * Going on from a checkpoint; a new one is needed first if there are sources, resources or refused records that it does not know.
     */
    BeginningPlan restored(StartDecision.Restore decision) {
        Manifest old = session.checkpoints().manifest(decision.checkpoint());
        List<Manifest.SourceEntry> sources = restoredSources(old);
        boolean grown =
                sources.size() > known(old, sources) || !decision.introduced().isEmpty() || refusals.exceed(old);
        if (!grown) {
            return new BeginningPlan(old, BeginningPlan.chunks(old), false, false);
        }
        var manifest = manifest(
                old.checkpoint(),
                null,
                old.keyGroups(),
                old.operators(),
                sources,
                old.refused(),
                decision.introduced());
        return new BeginningPlan(manifest, BeginningPlan.chunks(manifest), true, true);
    }

    /** Going on from a checkpoint that is durable and not entered yet. */
    BeginningPlan entryMissing(KnownCheckpoint checkpoint) {
        Manifest old = session.checkpoints().manifest(checkpoint);
        List<Manifest.SourceEntry> sources = restoredSources(old);
        if (sources.size() > known(old, sources)) {
            throw new io.staunch.error.RefusedException(
                    "job '" + job.name() + "': the last start did not finish, and the pipeline has got"
                            + " a new source since. Start once with the old pipeline, then with the new one.");
        }
        return new BeginningPlan(old, BeginningPlan.chunks(old), false, true);
    }

    /** The content of a checkpoint under a new lineage. */
    BeginningPlan rewound(KnownCheckpoint checkpoint, Manifest.@Nullable Parent parent) {
        Manifest old = session.checkpoints().manifest(checkpoint);
        var manifest = manifest(
                old.checkpoint(),
                parent,
                old.keyGroups(),
                old.operators(),
                restoredSources(old),
                old.refused(),
                ledgers.keySet());
        return new BeginningPlan(manifest, BeginningPlan.chunks(manifest), true, true);
    }

    private List<Manifest.SourceEntry> restoredSources(Manifest old) {
        PlanCheck.check(job, old);
        List<Manifest.SourceEntry> sources = new ArrayList<>();
        for (Node.SourceNode source : sources()) {
            Manifest.SourceEntry before = find(old, source.name());
            if (before == null) {
                sources.add(entry(source.name(), enumerator(source).firstSplits()));
            } else {
                enumerator(source).verify(Manifests.splits(before));
                sources.add(before);
            }
        }
        return sources;
    }

    private static int known(Manifest old, List<Manifest.SourceEntry> sources) {
        return (int) sources.stream()
                .filter(source -> find(old, source.name()) != null)
                .count();
    }

    private static Manifest.@Nullable SourceEntry find(Manifest manifest, String source) {
        return manifest.sources().stream()
                .filter(entry -> entry.name().equals(source))
                .findFirst()
                .orElse(null);
    }

    private static Manifest.SourceEntry entry(String name, List<Split> splits) {
        return Manifests.source(name, splits);
    }

    private Manifest manifest(
            @Nullable Long previous,
            Manifest.@Nullable Parent parent,
            int keyGroups,
            List<Manifest.OperatorEntry> operators,
            List<Manifest.SourceEntry> sources,
            List<RefusedPlace> refused,
            Set<String> introduced) {
        long id = session.takeId();
        return new Manifest(
                job.name(),
                id,
                previous,
                owner,
                parent,
                job.environment().currentTimeMs(),
                keyGroups,
                operators,
                sources,
                Manifests.sinks(
                        job.plan(),
                        new SinkStates(
                                lead, 0, ledgers, introduced, nothingKept(previous == null ? id : previous), Map.of())),
                refusals.known(refused, sources).all());
    }

    /** Nothing comes between a first checkpoint and the one that it was taken on top of, and up to that one followers have everything. */
    private Map<String, CopyEntry> nothingKept(long confirmed) {
        Map<String, CopyEntry> copies = new HashMap<>();
        for (Node.SinkNode node : job.followers()) {
            if (node.sink().kind() != Sink.Kind.WRITE_AHEAD) {
                continue;
            }
            Schema type = Schema.of(Casts.follower(node.sink()).type());
            copies.put(node.name(), new CopyEntry(type, List.of(), 0, confirmed));
        }
        return copies;
    }

    private List<Node.SourceNode> sources() {
        return job.plan().nodesOf(Node.Kind.SOURCE).stream()
                .map(node -> (Node.SourceNode) job.plan().nodes().get(node))
                .toList();
    }

    private SplitEnumerator enumerator(Node.SourceNode source) {
        return enumerators.computeIfAbsent(
                source.name(),
                name -> source.source()
                        .enumerator(new SourceContext(job.name(), name, -1, job.environment(), () -> {}, error -> {})));
    }
}
