package io.staunch;

import io.staunch.enrich.OnFailedCall;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.process.SideOutput;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RereadSink;
import io.staunch.sink.Sink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold of a pipeline's description before it is started. */
final class PipelineRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private PipelineRules() {}

    static List<String> problems(Pipeline pipeline) {
        List<String> problems = mistakes(pipeline);
        GuaranteeReport report = pipeline.nodes().isEmpty() ? null : pipeline.guaranteeReport();
        if (report != null && !report.reached()) {
            problems.add(
                    "it asks for " + pipeline.guarantee().text() + " and can't have it; ask for less with guarantee("
                            + report.level() + ") or follow the remedy:\n" + report);
        }
        return problems;
    }

    /** All but that it asks for more than it can have. */
    static List<String> mistakes(Pipeline pipeline) {
        List<String> problems = new ArrayList<>();
        List<Node> nodes = pipeline.nodes();
        endsMeet(nodes, problems);
        names(nodes, problems);
        sideOutputs(nodes, problems);
        parts(nodes, problems);
        EventTimes.check(nodes, problems);
        leads(pipeline, problems);
        return problems;
    }

    private static void endsMeet(List<Node> nodes, List<String> problems) {
        if (nodes.stream().noneMatch(n -> n.kind() == Node.Kind.SOURCE)) {
            problems.add("it has no source: begin with from(name, source)");
        }
        if (nodes.stream().noneMatch(n -> n.kind() == Node.Kind.SINK)) {
            problems.add("it has no sink, so nothing would ever come out: end each stream with to(name, sink)");
        }
        Set<Integer> used = new HashSet<>();
        nodes.forEach(n -> used.addAll(n.inputs()));
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            if (isBroadcast(node) && !used.contains(i)) {
                problems.add("broadcast '" + node.name()
                        + "' is read by nobody: connect a stream to it with connect(...), or leave it out");
            } else if (node.kind() != Node.Kind.SINK && !used.contains(i)) {
                problems.add(
                        node.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + " '" + node.name()
                                + "' leads nowhere: give its stream to a sink with to(name, sink), or leave it out");
            }
        }
    }

    private static boolean isBroadcast(Node node) {
        return node instanceof Node.KeyedNode keyed && keyed.operation().kind() == KeyedOperation.Kind.BROADCAST;
    }

    private static void names(List<Node> nodes, List<String> problems) {
        Set<String> seen = new HashSet<>();
        Set<String> twice = new TreeSet<>();
        for (Node node : nodes) {
            if (!NAME.matcher(node.name()).matches()) {
                problems.add("the name '" + node.name()
                        + "' can't be kept in checkpoints: use 1 to 100 letters, digits, '.', '_' or '-'");
            } else if (!seen.add(node.name()) && node.kind() != Node.Kind.EVENT_TIME) {
                twice.add(node.name());
            }
        }
        for (String name : twice) {
            problems.add("the name '" + name
                    + "' is used twice: a name is the identity of a source, an operator or a sink in"
                    + " checkpoints, so each needs its own");
        }
    }

    private static void sideOutputs(List<Node> nodes, List<String> problems) {
        Set<String> read = new HashSet<>();
        for (Node node : nodes) {
            if (node.kind() == Node.Kind.SIDE_OUTPUT) {
                Node from = nodes.get(node.inputs().get(0));
                String name = ((Node.SideOutputNode) node).output().name();
                read.add(from.name() + "/" + name);
                if (!hasSideOutput(from, name)) {
                    problems.add("side output '" + name + "' is asked of '" + from.name()
                            + "', which has none of that name: only functions added with process(...) and windows have side outputs,"
                            + " and sources, sinks, deduplications, joins and enrichments that say so");
                }
            }
        }
        for (Node node : nodes) {
            declared(node).stream()
                    .map(SideOutput::name)
                    .filter(name -> !read.contains(node.name() + "/" + name))
                    .forEach(name -> problems.add("side output '" + name + "' of " + what(node) + " '" + node.name()
                            + "' leads nowhere, so its records would be lost: read it with sideOutput(...)"));
        }
    }

    private static String what(Node node) {
        return switch (node.kind()) {
            case SOURCE -> "source";
            case SINK -> "sink";
            default -> "operator";
        };
    }

    /** The side outputs that a source, sink, keyed operation or enrichment says it has. */
    private static List<SideOutput<?>> declared(Node node) {
        if (node instanceof Node.SourceNode source) {
            return source.source().sideOutputs();
        }
        if (node instanceof Node.KeyedNode keyed) {
            return declared(keyed.operation());
        }
        if (node instanceof Node.EnrichNode enrich) {
            return enrich.enrichment().onFailed() instanceof OnFailedCall.Give give
                    ? List.of(give.output())
                    : List.of();
        }
        return node instanceof Node.SinkNode sink && sink.sink().onRefusedRecord() instanceof OnRefusedRecord.Give give
                ? List.of(give.output())
                : List.of();
    }

    private static List<SideOutput<?>> declared(KeyedOperation operation) {
        return switch (operation.kind()) {
            case WINDOW -> named(((KeyedOperation.Windowed) operation).rules().late());
            case DEDUPLICATE ->
                named(((KeyedOperation.Deduplicated) operation).rules().duplicates());
            case JOIN -> {
                var interval = ((KeyedOperation.Joined) operation).interval();
                yield named(interval.lateLeft(), interval.lateRight());
            }
            case WINDOW_JOIN -> {
                var join = (KeyedOperation.WindowJoined) operation;
                yield named(join.lateLeft(), join.lateRight());
            }
            case FOLD, REDUCE, AGGREGATE, BROADCAST, CONNECTED, PROCESS -> List.of();
        };
    }

    private static List<SideOutput<?>> named(@Nullable SideOutput<?>... outputs) {
        List<SideOutput<?>> named = new ArrayList<>();
        for (SideOutput<?> output : outputs) {
            if (output != null) {
                named.add(output);
            }
        }
        return named;
    }

    /** Whether a user's function may emit to side outputs that nobody declares. */
    private static boolean emitsToAny(Node node) {
        return node.kind() == Node.Kind.PROCESS
                || node.kind() == Node.Kind.CONNECTED
                || (node instanceof Node.KeyedNode keyed
                        && switch (keyed.operation().kind()) {
                            case PROCESS, CONNECTED, WINDOW -> true;
                            case FOLD, REDUCE, AGGREGATE, BROADCAST, DEDUPLICATE, JOIN, WINDOW_JOIN -> false;
                        });
    }

    private static boolean hasSideOutput(Node from, String name) {
        return emitsToAny(from)
                || declared(from).stream().anyMatch(output -> output.name().equals(name));
    }

    private static void parts(List<Node> nodes, List<String> problems) {
        for (Node node : nodes) {
            if (node.kind() == Node.Kind.SOURCE) {
                ((Node.SourceNode) node)
                        .source()
                        .problems()
                        .forEach(p -> problems.add("source '" + node.name() + "': " + p));
            } else if (node instanceof Node.EnrichNode enrich) {
                enrich.enrichment().problems().forEach(p -> problems.add("enrichment '" + node.name() + "': " + p));
            } else if (node.kind() == Node.Kind.SINK) {
                ((Node.SinkNode) node).sink().problems().forEach(p -> problems.add("sink '" + node.name() + "': " + p));
            }
        }
    }

    private static boolean commits(Sink.Kind kind) {
        return switch (kind) {
            case REREAD, WRITE_AHEAD, TWO_PHASE_COMMIT -> true;
            case FLUSHING, IDEMPOTENT -> false;
        };
    }

    private static void leads(Pipeline pipeline, List<String> problems) {
        Set<String> resources = new TreeSet<>();
        for (Node node : pipeline.nodes()) {
            if (!(node instanceof Node.SinkNode sink)) {
                continue;
            }
            boolean lead = sink.sink().kind() == Sink.Kind.REREAD;
            if (lead) {
                resources.add(((RereadSink<?, ?>) sink.sink()).resourceKey());
            }
            if (pipeline.guarantee() == Guarantee.AT_MOST_ONCE
                    && commits(sink.sink().kind())) {
                problems.add("sink '" + node.name()
                        + "' commits with checkpoints, and an at-most-once pipeline restores none: use the"
                        + " sink's at-least-once form, or ask for guarantee(AT_LEAST_ONCE) or guarantee(EXACTLY_ONCE)");
            }
        }
        if (resources.size() > 1) {
            problems.add("its sinks commit to " + resources.size() + " resources that are read again after a fault, "
                    + resources
                    + ": a job has at most one, so let all of them write to one cluster or split the pipeline");
        }
    }
}
