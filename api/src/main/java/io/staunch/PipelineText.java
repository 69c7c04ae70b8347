package io.staunch;

import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Node;
import io.staunch.time.Watermarks;
import java.util.List;
import java.util.Locale;

/** A pipeline as text. */
final class PipelineText {
    private PipelineText() {}

    static String of(Pipeline pipeline) {
        List<Node> nodes = pipeline.nodes();
        var text = new StringBuilder(
                "pipeline '" + pipeline.name() + "', " + pipeline.guarantee().text());
        for (Node node : nodes) {
            text.append("\n  ").append(node.name());
            for (int input : node.inputs()) {
                text.append(" <- ").append(nodes.get(input).name());
            }
            text.append("  (").append(what(node)).append(')');
        }
        return text.toString();
    }

    private static String what(Node node) {
        return switch (node.kind()) {
            case SOURCE -> "source: " + ((Node.SourceNode) node).source().description();
            case SINK -> "sink: " + ((Node.SinkNode) node).sink().description();
            case KEYED -> {
                Node.KeyedNode keyed = (Node.KeyedNode) node;
                String what = keyed.operation() instanceof KeyedOperation.Windowed windowed
                        ? windowed.rules().windows().toString()
                        : keyed.operation().kind().name().toLowerCase(Locale.ROOT);
                yield what + " by " + keyed.key().type().getSimpleName() + " key";
            }
            case ENRICH -> {
                Node.EnrichNode enrich = (Node.EnrichNode) node;
                String order = enrich.enrichment().ordered() ? "ordered" : "unordered";
                yield order + " calls, " + enrich.enrichment().inFlight() + " in flight"
                        + (enrich.key() == null
                                ? ""
                                : ", by " + enrich.key().type().getSimpleName() + " key");
            }
            case EVENT_TIME -> "event time: " + watermarks(((Node.EventTimeNode) node).watermarks());
            case MAP, FILTER, FLAT_MAP, UNION, PROCESS, SIDE_OUTPUT ->
                node.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    private static String watermarks(Watermarks watermarks) {
        return "disorder " + watermarks.disorder()
                + (watermarks.idleness() == null ? "" : ", idle after " + watermarks.idleness())
                + (watermarks.alignment() == null ? "" : ", aligned within " + watermarks.alignment());
    }
}
