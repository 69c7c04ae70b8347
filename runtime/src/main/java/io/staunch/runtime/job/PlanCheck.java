package io.staunch.runtime.job;

import io.staunch.error.ConfigurationException;
import io.staunch.graph.Node;
import io.staunch.protocol.codec.Conversion;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.recovery.Consents;
import io.staunch.runtime.plan.Plan;
import io.staunch.state.StateDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares a pipeline with the checkpoint it is to go on from, before anything is changed. */
final class PlanCheck {
    private final Plan plan;
    private final Manifest manifest;
    private final Set<String> dropped;
    private final List<String> problems = new ArrayList<>();
    private final List<String> changes = new ArrayList<>();

    private PlanCheck(Plan plan, Manifest manifest, Set<String> dropped) {
        this.plan = plan;
        this.manifest = manifest;
        this.dropped = dropped;
    }

    /**
     * Lists what was added and dropped, in the log.
     *
     * @throws ConfigurationException with everything that does not fit, at once
     */
    static void check(JobContext job, Manifest manifest) {
        var check = new PlanCheck(job.plan(), manifest, job.settings().dropped());
        if (!manifest.job().equals(job.name())) {
            check.problems.add("it is a checkpoint of job '" + manifest.job() + "', not of '" + job.name()
                    + "': give each job a folder of its own");
        }
        if (manifest.keyGroups() != job.plan().keyGroups()) {
            check.problems.add("it has " + manifest.keyGroups() + " key groups, the settings say "
                    + job.plan().keyGroups() + ": they are fixed by the first checkpoint, so set keyGroups("
                    + manifest.keyGroups() + ")");
        }
        check.operators();
        check.sources();
        List<String> idle = idle(job, manifest);
        if (!check.problems.isEmpty()) {
            check.problems.addAll(idle);
            throw new ConfigurationException(
                    "job '" + job.name() + "' can't go on from checkpoint " + manifest.checkpoint(), check.problems);
        }
        idle.forEach(each -> job.log().warn(manifest.checkpoint(), "job '" + job.name() + "': " + each));
        if (!check.changes.isEmpty()) {
            job.log()
                    .info(
                            manifest.checkpoint(),
                            "the pipeline has changed since the checkpoint: " + String.join("; ", check.changes));
        }
    }

    /**
     * The same for what a checkpoint has kept for a follower, which is to be written as records of today's type.
     *
     * @throws ConfigurationException with everything that does not fit, at once
     */
    static void checkCopy(JobContext job, Manifest manifest, String sink, Manifest.CopyEntry copy, Class<?> type) {
        var check = new PlanCheck(job.plan(), manifest, job.settings().dropped());
        check.convert(Conversion.of(copy.type(), type, sink, Conversion.Use.VALUE));
        if (!check.problems.isEmpty()) {
            throw new ConfigurationException(
                    "job '" + job.name() + "' can't give sink '" + sink + "' what checkpoint " + manifest.checkpoint()
                            + " has kept for it",
                    check.problems);
        }
    }

    /** What is said of consents that name nothing: they may be mistyped. */
    static List<String> idle(JobContext job, @Nullable Manifest manifest) {
        Set<String> parts = new TreeSet<>();
        Set<String> resources = new TreeSet<>();
        Set<String> prefixes = new TreeSet<>();
        Plan plan = job.plan();
        plan.states().keySet().forEach(node -> parts.add(plan.nodes().get(node).name()));
        plan.nodesOf(Node.Kind.SOURCE)
                .forEach(node -> parts.add(plan.nodes().get(node).name()));
        for (Node.SinkNode sink : job.followers()) {
            resources.add(FollowerOutside.resource(sink));
            // Components of the records that checkpoints have kept for it.
            prefixes.add(sink.name() + ".");
        }
        if (manifest != null) {
            manifest.operators().forEach(each -> parts.add(each.name()));
            manifest.sources().forEach(each -> parts.add(each.name()));
            for (Manifest.SinkEntry sink : manifest.sinks()) {
                if (sink.resource() != null) {
                    resources.add(sink.resource());
                }
            }
        }
        resources.forEach(
                resource -> prefixes.add(PreparedNames.of(job.name(), resource).prefix()));
        return new Consents(parts, resources, prefixes)
                .aboutNothing(job.settings().dropped()).stream()
                        .map(each -> "drop(\"" + each
                                + "\") names nothing that the pipeline or its checkpoint has. If it has done its work,"
                                + " take it out of the settings; if it is mistyped: there are operators and sources "
                                + parts
                                + ", and sinks " + resources)
                        .toList();
    }

    private void operators() {
        Set<String> present = new TreeSet<>();
        plan.states().keySet().stream().sorted().forEach(number -> {
            Node node = plan.nodes().get(number);
            present.add(node.name());
            Manifest.OperatorEntry before = find(node.name());
            if (before == null) {
                changes.add("operator '" + node.name() + "' is new and begins without state");
            } else {
                compare(number, node, before);
            }
        });
        for (Manifest.OperatorEntry before : manifest.operators()) {
            if (!present.contains(before.name())) {
                removed("operator", before.name(), "its state");
            }
        }
    }

    private void sources() {
        Set<String> present = new TreeSet<>();
        for (int node : plan.nodesOf(Node.Kind.SOURCE)) {
            String name = plan.nodes().get(node).name();
            present.add(name);
            if (manifest.sources().stream().noneMatch(before -> before.name().equals(name))) {
                changes.add("source '" + name + "' is new");
            }
        }
        for (Manifest.SourceEntry before : manifest.sources()) {
            if (!present.contains(before.name())) {
                removed("source", before.name(), "its positions");
            }
        }
    }

    private void removed(String kind, String name, String what) {
        if (dropped.contains(name)) {
            changes.add(kind + " '" + name + "' is gone, and with consent " + what);
        } else {
            problems.add("the checkpoint has " + what.substring(4) + " of " + kind + " '" + name
                    + "', which the pipeline has no more: give it its name back, or consent to losing " + what
                    + " with drop(\""
                    + name + "\")");
        }
    }

    private void compare(int number, Node node, Manifest.OperatorEntry before) {
        boolean keyed = node.kind() == Node.Kind.KEYED;
        if (keyed != (before.kind() == Manifest.OperatorKind.KEYED)) {
            problems.add("operator '" + node.name() + "' was " + before.kind() + " and is now "
                    + (keyed ? "KEYED" : "OPERATOR") + ": give it a new name and drop(\"" + node.name() + "\")");
            return;
        }
        if (keyed && before.key() != null) {
            Schema now = Manifests.keySchema(((Node.KeyedNode) node).key());
            for (String difference : Schema.compatible(before.key(), now)) {
                problems.add("operator '" + node.name() + "': the type of its key has changed, which never can: "
                        + difference);
            }
        }
        for (StateDescriptor now : plan.states().get(number)) {
            before.states().stream()
                    .filter(state -> state.name().equals(now.name()))
                    .findFirst()
                    .ifPresentOrElse(
                            state -> compare(node.name(), state, now),
                            () -> changes.add("state '" + now.name() + "' of '" + node.name() + "' is new"));
        }
        for (Manifest.StateEntry state : before.states()) {
            if (plan.states().get(number).stream().noneMatch(now -> now.name().equals(state.name()))) {
                removed("state", node.name() + "." + state.name(), "its values");
            }
        }
    }

    private void compare(String operator, Manifest.StateEntry before, StateDescriptor now) {
        if (before.kind() != now.kind()) {
            problems.add("state '" + now.name() + "' of '" + operator + "' was a " + before.kind() + " and is now a "
                    + now.kind() + ": give the new one another name");
            return;
        }
        Conversion.of(now, before.types(), operator + "." + now.name()).forEach(this::convert);
    }

    private void convert(Conversion conversion) {
        changes.addAll(conversion.changes());
        for (String field : conversion.lost()) {
            if (dropped.contains(field)) {
                changes.add(field + " is gone, and with consent its values");
            } else {
                problems.add(field + " is gone: if it has another name now, say its former one with @Formerly there;"
                        + " else consent to losing its values with drop(\"" + field + "\")");
            }
        }
        for (String refusal : conversion.refused()) {
            problems.add(refusal + ". Give the changed state another name, or go back to the old type");
        }
    }

    private Manifest.@Nullable OperatorEntry find(String name) {
        return manifest.operators().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
