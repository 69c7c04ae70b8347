package io.staunch.testkit.simulation;

import io.staunch.Pipeline;
import io.staunch.function.KeyFunction;
import io.staunch.graph.Node;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.own.WatchedSinks;
import io.staunch.testkit.simulation.own.WatchedSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a pipeline's sources and sinks in a simulation. One that a simulated outside knows stays as it is. One that none knows and
 * that is fed or captured gives way to a simulated one of the same template and offer; so does a sink that nobody looks at. With an outside
 * of the user's own the rest is run as it is, watched; without one a source that is not fed is an error: it would read nothing.
 */
final class Replacement {
    private final Setup setup;
    private final List<Outside> outsides;

    Replacement(Setup setup, List<Outside> outsides) {
        this.setup = setup;
        this.outsides = outsides;
    }

    Pipeline of(Pipeline pipeline) {
        return pipeline.copy(node -> switch (node.kind()) {
            case SOURCE -> new Node.SourceNode(node.name(), source(node.name(), ((Node.SourceNode) node).source()));
            case SINK -> sink((Node.SinkNode) node);
            case MAP, FILTER, FLAT_MAP, UNION, PROCESS, EVENT_TIME, SIDE_OUTPUT, KEYED, ENRICH -> node;
        });
    }

    private Source<?> source(String name, Source<?> source) {
        if (outsides.stream().anyMatch(o -> o.feeds(source))) {
            return source;
        }
        if (!setup.feeds().containsKey(name)) {
            if (setup.own() != null) {
                return new WatchedSource<>(name, source);
            }
            throw new IllegalArgumentException("source '" + name + "' (" + source.description()
                    + ") is known to no simulated outside and is not fed: feed(\"" + name
                    + "\", records), or an empty list if it is to be silent");
        }
        return standIn("source", name, source.description(), o -> o.standInFor(name, source));
    }

    private Node sink(Node.SinkNode node) {
        Sink<?> sink = node.sink();
        String name = node.name();
        if (outsides.stream().anyMatch(o -> o.captures(sink))) {
            return node;
        }
        if (setup.own() != null && !setup.captures().contains(name)) {
            return new Node.SinkNode(name, node.input(), WatchedSinks.watch(name, sink));
        }
        boolean table = sink.kind() == Sink.Kind.IDEMPOTENT || sink.kind() == Sink.Kind.WRITE_AHEAD;
        if (table && !setup.keys().containsKey(name)) {
            throw new IllegalArgumentException("sink '" + name + "' (" + sink.description()
                    + ") is stood in for by a table, whose rows need a key: capture(\"" + name + "\", key)");
        }
        KeyFunction<Object, @Nullable Object> key = setup.keys().getOrDefault(name, value -> null);
        return new Node.SinkNode(
                name, node.input(), standIn("sink", name, sink.description(), o -> o.standInFor(name, sink, key)));
    }

    private <T> T standIn(String kind, String name, String description, Function<Outside, Optional<T>> asked) {
        return outsides.stream()
                .map(asked)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no simulated outside knows " + kind + " '" + name + "' ("
                                + description
                                + ") or can stand in for it: give the simulation one with outside(...), or run it as"
                                + " it is over an OwnOutside"));
    }
}
