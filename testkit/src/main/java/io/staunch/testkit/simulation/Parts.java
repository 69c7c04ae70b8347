package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.graph.Node;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import java.util.List;

/** Finds sources and sinks of a pipeline by name. */
final class Parts {
    private Parts() {}

    static Source<?> source(Pipeline pipeline, String name) {
        Node node = node(pipeline, name, Node.Kind.SOURCE);
        return ((Node.SourceNode) node).source();
    }

    static Sink<?> sink(Pipeline pipeline, String name) {
        Node node = node(pipeline, name, Node.Kind.SINK);
        return ((Node.SinkNode) node).sink();
    }

    static List<String> names(Pipeline pipeline, Node.Kind kind) {
        return pipeline.nodes().stream()
                .filter(node -> node.kind() == kind)
                .map(Node::name)
                .toList();
    }

    private static Node node(Pipeline pipeline, String name, Node.Kind kind) {
        List<Node> ofKind =
                pipeline.nodes().stream().filter(n -> n.kind() == kind).toList();
        return ofKind.stream()
                .filter(n -> n.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("pipeline '" + pipeline.name() + "' has no " + kind + " '" + name
                                + "', only " + ofKind.stream().map(Node::name).toList()));
    }
}
