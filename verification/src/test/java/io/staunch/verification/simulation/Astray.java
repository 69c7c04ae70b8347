package io.staunch.verification.simulation;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import io.staunch.function.FlatMapFunction;
import io.staunch.graph.Node;
import io.staunch.runtime.job.EmbeddedRunner;

/** Launches pipelines in which records go astray that came too late for windows: none of them is there, or each once more, as if it were counted too. */
record Astray(boolean lost) implements Runner {
    @Override
    public Job launch(Pipeline pipeline, Settings settings, Environment environment) {
        return new EmbeddedRunner().launch(pipeline.copy(node -> changed(pipeline, node)), settings, environment);
    }

    private Node changed(Pipeline pipeline, Node node) {
        boolean takesLateOnes = node instanceof Node.FlatMapNode each
                && pipeline.nodes().get(each.input()) instanceof Node.SideOutputNode side
                && side.output().name().startsWith("late");
        if (!takesLateOnes) {
            return node;
        }
        Node.FlatMapNode each = (Node.FlatMapNode) node;
        return new Node.FlatMapNode(each.name(), each.input(), changed(each.function()));
    }

    private <I, O> FlatMapFunction<I, O> changed(FlatMapFunction<I, O> function) {
        return lost
                ? (value, out) -> {}
                : (value, out) -> {
                    function.flatMap(value, out);
                    function.flatMap(value, out);
                };
    }

    @Override
    public Environment environment() {
        throw new UnsupportedOperationException("runs in simulations only");
    }
}
